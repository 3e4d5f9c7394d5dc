#!/usr/bin/env bash
# A real OpenSearch node for tests.
#
#   start.sh --prepare                     lay the home and compile the launcher, if that is not done yet
#   start.sh RUN_DIR [PORT] [key=value..]  the same, then run the node in the foreground until SIGTERM
#
# Environment: JAVA_HOME, NODE_HOME (default: target/home beside this file), NODE_HEAP (512m), NODE_JAVA_OPTS,
#              MVN_ARGS (more arguments for Maven).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
home="${NODE_HOME:-$here/target/home}"
java_bin="${JAVA_HOME:+$JAVA_HOME/bin/}"
recipe="$(cat "$here/pom.xml" "$here/OsNode.java" "$here/start.sh" | sha256sum | cut -d' ' -f1)"

describe() { # module, plugin class
  cat >"$home/modules/$1/plugin-descriptor.properties" <<EOT
name=$1
description=$1
version=$server_version
opensearch.version=$server_version
java.version=11
classname=$2
custom.foldername=
extended.plugins=
has.native.controller=false
EOT
}

prepare() {
  rm -rf "$home"
  mkdir -p "$home/config" "$home/launcher"
  # shellcheck disable=SC2086 # several arguments are meant
  mvn -B -q ${MVN_ARGS:-} -f "$here/pom.xml" package "-Dhome.dir=$home"
  server_version="$(basename "$home"/lib/opensearch-core-*.jar .jar)"
  server_version="${server_version#opensearch-core-}"
  # The modules are published without the descriptors that the distribution gives them.
  describe transport-netty4 org.opensearch.transport.Netty4Plugin
  describe analysis-common org.opensearch.analysis.common.CommonAnalysisPlugin
  describe lang-painless org.opensearch.painless.PainlessPlugin
  describe mapper-extras org.opensearch.index.mapper.MapperExtrasPlugin
  cat >"$home/config/log4j2.properties" <<'EOT'
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{ISO8601} %-5p %c{1.} %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
EOT
  : >"$home/config/opensearch.yml"
  "${java_bin}javac" -proc:none -cp "$home/lib/*" -d "$home/launcher" "$here/OsNode.java"
  echo "$recipe" >"$home/.recipe"
}

if [ "$(cat "$home/.recipe" 2>/dev/null || true)" != "$recipe" ]; then prepare; fi
if [ "${1:-}" = "--prepare" ]; then exit 0; fi
run="${1:?usage: start.sh --prepare | RUN_DIR [PORT] [key=value ...]}"
port="${2:-0}"
shift
[ $# -eq 0 ] || shift
mkdir -p "$run/tmp"
run="$(cd "$run" && pwd)"
heap="${NODE_HEAP:-512m}"
# Netty without Unsafe and JNA without system libraries: the node then runs in any container.
# shellcheck disable=SC2086
exec "${java_bin}java" "-Xms$heap" "-Xmx$heap" -XX:+ExitOnOutOfMemoryError \
  -Djava.awt.headless=true -Dfile.encoding=UTF-8 -Djava.locale.providers=SPI,COMPAT \
  -Dlog4j.shutdownHookEnabled=false -Dlog4j2.disable.jmx=true \
  -Dio.netty.noUnsafe=true -Dio.netty.noKeySetOptimization=true -Dio.netty.recycler.maxCapacityPerThread=0 \
  -Dio.netty.allocator.numDirectArenas=0 -Djna.nosys=true "-Djna.tmpdir=$run/tmp" "-Djava.io.tmpdir=$run/tmp" \
  ${NODE_JAVA_OPTS:-} -cp "$home/lib/*:$home/launcher" OsNode "$home" "$run" "$port" "$@"
