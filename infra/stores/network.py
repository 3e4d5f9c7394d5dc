"""Production's own network: the search domain and the functions that talk to it, without a way to the internet."""

from __future__ import annotations

from aws_cdk import Fn
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.settings import ZONES, DeploymentSettings
from infra.stores.log_groups import log_group


class Network(Construct):
    """Isolated subnets and endpoints for DynamoDB, S3, Bedrock, Step Functions and SQS: no NAT, no internet gateway."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings) -> None:
        super().__init__(scope, id)
        flow_log = log_group(self, "FlowLog", settings)
        self.vpc = ec2.Vpc(
            self,
            "Vpc",
            # By number where none are named, since synthesis knows no account whose zones it could look up.
            availability_zones=list(settings.zones) or [Fn.select(n, Fn.get_azs()) for n in range(ZONES)],
            subnet_configuration=[
                ec2.SubnetConfiguration(name="memory", subnet_type=ec2.SubnetType.PRIVATE_ISOLATED, cidr_mask=24)
            ],
            nat_gateways=0,
            # Emptying the default group takes a custom resource with a role over all groups; nothing here is in it.
            restrict_default_security_group=False,
            flow_logs={"All": ec2.FlowLogOptions(destination=ec2.FlowLogDestination.to_cloud_watch_logs(flow_log))},
        )
        self.subnets = ec2.SubnetSelection(subnet_type=ec2.SubnetType.PRIVATE_ISOLATED)
        self.functions = ec2.SecurityGroup(
            self,
            "Functions",
            vpc=self.vpc,
            description="Functions that search: out to the domain and the endpoints over TLS",
            allow_all_outbound=False,
        )
        self.functions.add_egress_rule(ec2.Peer.any_ipv4(), ec2.Port.tcp(443), "TLS; the subnets lead nowhere else")
        self.domain = self._group_for_functions("Domain", "Search domain: in from the functions over TLS")
        self._endpoints()

    def let_reach(self, bucket: s3.IBucket) -> None:
        """This bucket and no other: S3 is a way out for data otherwise."""
        endpoint = self.vpc.add_gateway_endpoint("S3", service=ec2.GatewayVpcEndpointAwsService.S3)
        endpoint.add_to_policy(
            iam.PolicyStatement(
                principals=[iam.AnyPrincipal()],
                actions=["s3:GetObjectVersion", "s3:ListBucketVersions", "s3:PutObject"],
                resources=[bucket.bucket_arn, bucket.arn_for_objects("*")],
            )
        )

    def _group_for_functions(self, id: str, description: str) -> ec2.SecurityGroup:
        group = ec2.SecurityGroup(self, id, vpc=self.vpc, description=description, allow_all_outbound=False)
        group.add_ingress_rule(self.functions, ec2.Port.tcp(443), "TLS from the functions")
        return group

    def _endpoints(self) -> None:
        self.vpc.add_gateway_endpoint("DynamoDb", service=ec2.GatewayVpcEndpointAwsService.DYNAMODB)
        group = self._group_for_functions("Endpoints", "Interface endpoints: in from the functions over TLS")
        for name, service in (
            ("Bedrock", ec2.InterfaceVpcEndpointAwsService.BEDROCK_RUNTIME),
            ("Workflows", ec2.InterfaceVpcEndpointAwsService.STEP_FUNCTIONS),
            ("Queues", ec2.InterfaceVpcEndpointAwsService.SQS),
            ("Keys", ec2.InterfaceVpcEndpointAwsService.KMS),  # sealed fields; the stores use their keys themselves
        ):
            self.vpc.add_interface_endpoint(
                name, service=service, subnets=self.subnets, security_groups=[group], open=False
            )
