import type { Service } from "./service.ts";

export const ORG = "/org/acme";
export const ANN = "/org/acme/user/ann";

/** Tokens as the laptop's issuer gives them. */
export const user = (service: Service, sub = "ann"): Promise<string> => service.token({ org: "acme", sub });

export const governor = (service: Service, sub = "ada"): Promise<string> =>
  service.token({ org: "acme", sub, memory_scope: ORG, roles: ["admin", "org-writer", "supervisor", "reviewer", "auditor", "operator"], act_as: ["ann"] });
