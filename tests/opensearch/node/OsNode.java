import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.logging.log4j.LogManager;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/**
 * One real OpenSearch node inside this process, for tests on the loopback interface.
 *
 * The node, its modules and its plugins are the released ones. What the distribution's own launcher puts around
 * them (bootstrap checks, security manager, refusing root) is left out.
 *
 * Arguments: HOME (lib, modules, plugins, config), RUN_DIR (data and logs; http.url appears there once the node
 * answers), HTTP_PORT (0: a free one), then key=value settings. With -Dnode.follow.stdin=true the node stops
 * when its standard input ends, so that it never outlives the test run that started it.
 */
public final class OsNode {
    private static final String NAME = "agent-memory-tests";

    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]).toAbsolutePath();
        Path run = Path.of(args[1]).toAbsolutePath();
        Path address = run.resolve("http.url");
        Files.createDirectories(run);
        // The lock goes with the process, however that ends. A process that holds it may take an old address for a dead node's.
        FileChannel lock = FileChannel.open(run.resolve("node.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            System.err.println("another node runs in " + run);
            System.exit(1);
        }
        Files.deleteIfExists(address);

        Environment environment = InternalSettingsPreparer.prepareEnvironment(
            Settings.EMPTY, settings(home, run, args), home.resolve("config"), () -> NAME);
        LogConfigurator.setNodeName(NAME);
        LogConfigurator.configure(environment);
        // An Error in any thread ends the process; otherwise the request that met it would wait forever.
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {
            LogManager.getLogger(OsNode.class).error("uncaught in [" + thread.getName() + "]", problem);
            if (problem instanceof Error) {
                Runtime.getRuntime().halt(1);
            }
        });

        CountDownLatch stopped = new CountDownLatch(1);
        try {
            Node node = new Node(environment);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node, address, stopped), "stop-node"));
            node.start();
            announce(node, address);
        } catch (Throwable problem) { // a taken port, a broken plugin, data of a newer version
            LogManager.getLogger(OsNode.class).fatal("could not start", problem);
            Runtime.getRuntime().halt(1);
        }
        if (Boolean.getBoolean("node.follow.stdin")) {
            while (System.in.read() != -1) {
                // nothing is said on it; only its end matters
            }
            System.exit(0);
        }
        stopped.await();
    }

    private static Map<String, String> settings(Path home, Path run, String[] args) {
        Map<String, String> settings = new HashMap<>();
        settings.put("path.home", home.toString());
        settings.put("path.data", run.resolve("data").toString());
        settings.put("path.logs", run.resolve("logs").toString());
        settings.put("cluster.name", NAME);
        settings.put("node.name", NAME);
        settings.put("discovery.type", "single-node");
        settings.put("network.host", "127.0.0.1");
        settings.put("http.port", args[2]);
        settings.put("transport.port", "0");
        // A nearly full disk must not turn the indices read-only in the middle of a test.
        settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        // As the deployed domain (infra/search.py): a body cannot name another index than its path.
        settings.put("rest.action.multi.allow_explicit_index", "false");
        for (int i = 3; i < args.length; i++) {
            String[] pair = args[i].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        return settings;
    }

    private static void announce(Node node, Path address) throws Exception {
        var bound = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress();
        Path draft = address.resolveSibling("http.url.part");
        Files.writeString(draft, "http://" + bound.getAddress() + ":" + bound.getPort() + "\n");
        Files.move(draft, address, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void stop(Node node, Path address, CountDownLatch stopped) {
        try {
            Files.deleteIfExists(address);
            node.close();
            node.awaitClose(20, TimeUnit.SECONDS);
        } catch (Exception problem) {
            problem.printStackTrace();
        } finally {
            stopped.countDown();
        }
    }
}
