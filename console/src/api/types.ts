// What the service answers, as far as the console shows it (docs/openapi.json is the whole).

export interface Memory {
  memory_id: string;
  scope: string;
  key: string | null;
  type: string;
  content: string;
  source: string;
  confidence: number;
  importance: string;
  trust: string;
  status: string;
  version: number;
  supersedes: string | null;
  source_event_ids: string[];
  valid_from: string;
  valid_to: string | null;
  hard_expires_at: string | null;
  created_at: string;
  updated_at: string;
  observed_at: string;
  retrieval_count: number;
  metadata: Record<string, unknown>;
  provenance: Record<string, unknown> | null;
  flags: string[];
  superseded_by?: string | null;
}

export interface Version extends Memory {
  ended_at: string | null;
  ended_because: string | null;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

export interface WriteAnswer {
  outcome: string;
  memory: Memory | null;
  reason?: string | null;
}

export interface AuditItem {
  subject: string;
  memory_id: string | null;
  scope: string;
  sequence: number;
  action: string;
  actor: string;
  acting_for: string | null;
  at: string;
  version: number;
  previous: string;
  hash: string;
}

export interface Read {
  kind: string;
  scope: string;
  actor: string;
  acting_for: string | null;
  at: string;
  purpose: string | null;
  memory_ids: string[];
}

export interface Verification {
  records: number;
  valid: boolean;
  first_break?: { scope: string; subject: string; sequence: number; fault: string } | null;
  next_cursor?: string | null;
  receipt_log?: { state: string; size: number; witnessed: number; detail: string } | null;
}

export interface Selector {
  kind: string;
  ids?: string[] | null;
  session_id?: string | null;
}

export interface Target {
  status: string;
  attempts: number;
  removed: number;
  residue: number;
  cause?: string | null;
}

/** A legal hold that a deletion met. */
export interface Held {
  hold_id: string;
  reference: string;
  placed_at: string;
  released_at: string | null;
}

export interface Hold {
  hold_id: string;
  scope: string;
  reference: string;
  by: string;
  placed_at: string;
}

export interface Deletion {
  request_id: string;
  scope: string;
  subject: string;
  selector: Selector;
  matched: number | null;
  status: string;
  accepted_at: string;
  completed_at: string | null;
  level?: string;
  targets: Record<string, Target>;
  holds?: Held[];
  exports?: { at: string; by: string; scope: string }[];
  elsewhere?: { what: string; until: string | null; note: string }[];
  receipt?: { signing: string; completed_at: string; backups_until: string; stores: { store: string; removed: number; residue: number }[] } | null;
}

export interface Jwk {
  kty: string;
  crv: string;
  x: string;
  y: string;
  kid?: string;
}

export interface SignedReceipt {
  request_id: string;
  signing: string;
  statement: string;
  receipt: string;
  log: { name: string; index: number; size: number; root: string; head: string };
  keys: Jwk[];
}

export interface PreviewItem {
  layer: string;
  reason: string;
  id: string;
  scope: string;
  session_id?: string | null;
  content: string;
  relevance?: number | null;
  selector: Selector;
}

export interface Hit {
  memory: Memory;
  score: number;
  parts: Record<string, number>;
  relevance: number;
  layer?: string;
  basis?: string | null;
  newer?: string[];
}

export interface Conflict {
  members: Memory[];
  winner: string | null;
  reason: string;
}

export interface Recall {
  recall_id: string;
  memories: Hit[];
  conflicts?: Conflict[];
  needs_confirmation?: boolean;
  suppressed: Record<string, number>;
  degraded: boolean;
}

export interface ContextItem {
  layer: string;
  label: string;
  content: string;
  source: string;
  time: string;
  confidence: number;
  stale: boolean;
  tokens: number;
  reason: string;
}

export interface Context {
  recall_id: string;
  items: ContextItem[];
  text: string;
  tokens: number;
  omitted: Record<string, number>;
  suppressed: Record<string, number>;
  needs_confirmation: boolean;
  degraded: boolean;
}

export interface Session {
  session_id: string;
  scope: string;
  created_at: string;
  updated_at: string;
  last_event_at: string | null;
  expires_at: string;
  events: number;
}

export interface SessionEvent {
  event_id: string;
  sequence: number;
  role: string;
  speaker: string | null;
  content: string;
  tool: string | null;
  kind: string;
  occurred_at: string;
  corrects: string[];
}

export interface Summary {
  summary_id: string;
  version: number;
  content: {
    goal: string;
    completed: string[];
    constraints: string[];
    pending: string[];
    evidence: { event_id: string; text: string; role?: string | null }[];
    sources: { goal: string[]; completed: string[][]; constraints: string[][]; pending: string[][] };
  };
  source_range: { first: number; last: number; count: number };
  model: string;
  created_at: string;
}

export interface TaskState {
  state: string;
  pending: string[];
  data: Record<string, unknown>;
  version: number;
  updated_at: string;
}

export interface Review {
  review_id: string;
  kind: string;
  status: string;
  scope: string;
  members: Memory[];
  reason: string;
  created_at: string;
  claim?: { by: string; until: string } | null;
  resolution?: { decision: string | null; by: string; at: string } | null;
}

export interface Thresholds {
  pull: number;
  push: number;
}

export interface Metrics {
  scope: string;
  days: number;
  totals: Record<string, number>;
  daily: { day: string; counts: Record<string, number> }[];
  approximate: boolean;
  complete: boolean;
  rates?: { duplicates: number | null; conflicts: number | null };
  feedback?: { recalls: number; hit_rate: number | null; false_positive_rate: number | null; correction_rate: number | null } | null;
  thresholds?: (Thresholds & { default: Thresholds; moves: { at: string; by: string; reason: string; before: Thresholds; after: Thresholds }[] }) | null;
}

export interface Queue {
  work: string;
  oldest_seconds: number | null;
}

export interface Plan {
  plan_id: string;
  as_of: string;
  counts: Record<string, number>;
  complete: boolean;
}
