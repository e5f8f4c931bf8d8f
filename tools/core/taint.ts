/** What a text may be: secret, private, or an outsider's. */
export const LABELS = [
  'WalletSecret',
  'OwnerSecret',
  'StrategyConfidential',
  'UserPII',
  'UntrustedExternal',
] as const

/** A label. */
export type Label = (typeof LABELS)[number]

/** Where texts and values can end up. */
export const SINKS = [
  'model-context',
  'event-bus',
  'log',
  'report',
  'error-message',
  'rpc-upstream',
  'calldata',
  'choice',
  'memory-store',
] as const

/** A place where texts and values can end up; `choice` is the choice of recipient, spender, target or amount. */
export type Sink = (typeof SINKS)[number]

/** What becomes of a labelled value at a sink. */
export type FlowVerdict = 'allow' | 'redact' | 'deny'

/** Label × sink. Untrusted text may be read, kept and shown, but it decides nothing. */
const FLOWS: Readonly<Record<Label, Readonly<Record<Sink, FlowVerdict>>>> = {
  WalletSecret: {
    'model-context': 'deny',
    'event-bus': 'redact',
    log: 'redact',
    report: 'redact',
    'error-message': 'redact',
    'rpc-upstream': 'deny',
    calldata: 'deny',
    choice: 'deny',
    'memory-store': 'deny',
  },
  OwnerSecret: {
    'model-context': 'deny',
    'event-bus': 'redact',
    log: 'redact',
    report: 'redact',
    'error-message': 'redact',
    'rpc-upstream': 'deny',
    calldata: 'deny',
    choice: 'deny',
    'memory-store': 'deny',
  },
  StrategyConfidential: {
    'model-context': 'allow',
    'event-bus': 'redact',
    log: 'redact',
    report: 'redact',
    'error-message': 'redact',
    'rpc-upstream': 'deny',
    calldata: 'deny',
    choice: 'allow',
    'memory-store': 'allow',
  },
  UserPII: {
    'model-context': 'deny',
    'event-bus': 'redact',
    log: 'redact',
    report: 'redact',
    'error-message': 'redact',
    'rpc-upstream': 'deny',
    calldata: 'deny',
    choice: 'deny',
    'memory-store': 'deny',
  },
  UntrustedExternal: {
    'model-context': 'allow',
    'event-bus': 'allow',
    log: 'allow',
    report: 'allow',
    'error-message': 'allow',
    'rpc-upstream': 'allow',
    calldata: 'allow',
    choice: 'deny',
    'memory-store': 'allow',
  },
}

const STRICTNESS: readonly FlowVerdict[] = ['allow', 'redact', 'deny']

/** Judge whether a value with some labels may go to a sink: the strictest wins, what is unknown is denied. */
export function judgeFlow(labels: Iterable<string>, sink: string): FlowVerdict {
  let strictest = SINKS.includes(sink as Sink) ? 0 : STRICTNESS.indexOf('deny')
  for (const label of labels) {
    const isKnown = Object.hasOwn(FLOWS, label) && Object.hasOwn(FLOWS[label as Label], sink)
    const verdict = isKnown ? FLOWS[label as Label][sink as Sink] : 'deny'
    strictest = Math.max(strictest, STRICTNESS.indexOf(verdict))
  }
  return STRICTNESS[strictest] as FlowVerdict
}

/** A text with its labels. */
export interface Labelled {
  readonly text: string
  readonly labels: ReadonlySet<Label>
}

/** Label a text. */
export const labelText = (text: string, ...labels: readonly Label[]): Labelled => ({
  text,
  labels: new Set(labels),
})

/** The labels of whatever derives from some texts: all of theirs. */
export const joinLabels = (parts: Iterable<Pick<Labelled, 'labels'>>): ReadonlySet<Label> =>
  new Set([...parts].flatMap(({ labels }) => [...labels]))
