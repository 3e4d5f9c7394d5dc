from __future__ import annotations

import json

from tests.infra.template import Template, listed

# Who asks the search index anything: for an answer, for what is near an incoming memory, or to keep the view.
SEARCHING = {
    "write",
    "recall",
    "sessions",
    "extract",
    "govern",
    "delete",
    "mcp",
    "index",
    "deletion_step",
    "gc",
    "reindex",
}


def test_a_developers_domain_is_one_small_node(dev: Template) -> None:
    domain = dev.only("OpenSearchService::Domain")
    cluster = domain["ClusterConfig"]
    assert (cluster["InstanceType"], cluster["InstanceCount"]) == ("t3.small.search", 1)
    assert cluster["DedicatedMasterEnabled"] is False
    assert "VPCOptions" not in domain
    assert not dev.of_type("EC2::VPC")


def test_productions_domain_survives_the_loss_of_a_zone(prod: Template) -> None:
    domain = prod.only("OpenSearchService::Domain")
    cluster = domain["ClusterConfig"]
    assert cluster["InstanceCount"] == 3
    assert cluster["ZoneAwarenessConfig"] == {"AvailabilityZoneCount": 3}
    assert (cluster["DedicatedMasterEnabled"], cluster["DedicatedMasterCount"]) == (True, 3)
    assert len(domain["VPCOptions"]["SubnetIds"]) == 3


def test_every_domain_is_encrypted_at_rest_between_nodes_and_on_the_way(dev: Template, prod: Template) -> None:
    for template in (dev, prod):
        domain = template.only("OpenSearchService::Domain")
        key_id = template.key_of_the_stores()
        assert domain["EncryptionAtRestOptions"] == {"Enabled": True, "KmsKeyId": {"Ref": key_id}}
        assert domain["NodeToNodeEncryptionOptions"] == {"Enabled": True}
        assert domain["DomainEndpointOptions"]["EnforceHTTPS"] is True
        assert domain["DomainEndpointOptions"]["TLSSecurityPolicy"].startswith("Policy-Min-TLS-1-2")


def test_the_domain_is_open_only_to_the_roles_of_the_functions_that_search(dev: Template, prod: Template) -> None:
    for template in (dev, prod):
        roles = {json.dumps(template.functions()[name]["Role"]) for name in SEARCHING}
        policy = template.only("OpenSearchService::Domain")["AccessPolicies"]
        principals = {json.dumps(p) for s in policy["Statement"] for p in listed(s["Principal"]["AWS"])}
        assert principals == roles
        for statement in policy["Statement"]:
            assert statement["Effect"] == "Allow"
            for resource in listed(statement["Resource"]):
                path = resource["Fn::Join"][1][-1].split("/", 2)[2]
                beside = ("memories-000001", "_alias/memories", "_index_template/memories")
                assert path.split("/")[0] == "memories" or path in beside


def test_a_request_body_cannot_name_another_index(dev: Template) -> None:
    options = dev.only("OpenSearchService::Domain")["AdvancedOptions"]
    assert options["rest.action.multi.allow_explicit_index"] == "false"


def test_the_engines_log_is_kept_and_holds_no_content(dev: Template) -> None:
    assert set(dev.only("OpenSearchService::Domain")["LogPublishingOptions"]) == {"ES_APPLICATION_LOGS"}


def test_in_production_only_functions_that_search_are_in_the_network(prod: Template) -> None:
    inside = {name for name, f in prod.functions().items() if "VpcConfig" in f}
    assert inside == SEARCHING


def test_productions_network_has_no_way_to_the_internet(prod: Template) -> None:
    assert not prod.of_type("EC2::InternetGateway")
    assert not prod.of_type("EC2::NatGateway")
    # What Lambda does for a function (its log, its trace, its interfaces) does not pass through the network.
    called = {
        action.split(":")[0]
        for name, function in prod.functions().items()
        if "VpcConfig" in function
        for statement in prod.statements_for(name)
        for action in listed(statement["Action"])
    } - {"logs", "xray", "ec2", "es"}
    endpoints = {
        "bedrock": "bedrock-runtime",
        "dynamodb": "dynamodb",
        "states": "states",
        "sqs": "sqs",
        "kms": "kms",
        "s3": "s3",
    }
    names = [json.dumps(e["ServiceName"]).rstrip('"]}').rpartition(".")[2] for e in prod.properties("EC2::VPCEndpoint")]
    assert {endpoints[service] for service in called} == set(names)
    for group in prod.properties("EC2::SecurityGroup"):
        assert not [r for r in group.get("SecurityGroupIngress", []) if r.get("CidrIp")]


def test_an_existing_domain_is_used_and_none_is_made(own: Template) -> None:
    assert not own.of_type("OpenSearchService::Domain")
    (statement,) = (s for s in own.statements_for("recall") if "es:ESHttpPost" in listed(s["Action"]))
    assert all("domain/notes/memories" in json.dumps(r) for r in listed(statement["Resource"]))
    assert own.functions()["recall"]["Environment"]["Variables"]["SEARCH_ENDPOINT"].startswith("https://search-notes-")
    reported = own.body["Outputs"]["SearchRoles"]["Value"]["Fn::Join"][1]
    searching = [f for f in own.functions().values() if "SEARCH_ENDPOINT" in f["Environment"]["Variables"]]
    assert all(f["Role"] in reported for f in searching)


def test_every_node_has_a_part_of_the_index(dev: Template, prod: Template, protected: Template) -> None:
    for template, nodes, shards, replicas in ((dev, 1, 1, 0), (protected, 2, 1, 1), (prod, 3, 3, 2)):
        assert template.only("OpenSearchService::Domain")["ClusterConfig"]["InstanceCount"] == nodes
        variables = template.functions()["index"]["Environment"]["Variables"]
        assert (variables["SEARCH_SHARDS"], variables["SEARCH_REPLICAS"]) == (str(shards), str(replicas))
        assert shards * (replicas + 1) >= nodes
        assert replicas < nodes


def test_zones_may_be_named(protected: Template) -> None:
    zones = {subnet["AvailabilityZone"] for subnet in protected.properties("EC2::Subnet")}
    assert zones == {"eu-west-1a", "eu-west-1b", "eu-west-1d"}
    assert len(protected.only("OpenSearchService::Domain")["VPCOptions"]["SubnetIds"]) == 2
