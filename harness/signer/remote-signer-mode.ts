/**
 * How the service that signs for a scenario behaves: it signs (`on`); does not listen (`down`); reads a request and never
 * answers it (`slow`); signs something else, or with another key; puts a good signature in a form of which there are two
 * (`high-s`), or into what is no answer to the request; says no and tells its client what to do (`refuses`).
 */
export const REMOTE_SIGNER_MODES = [
  'on',
  'down',
  'slow',
  'other-bytes',
  'other-chain',
  'other-key',
  'high-s',
  'garbage',
  'html',
  'truncated',
  'endless',
  'another-id',
  'another-answer',
  'refuses',
  'redirects',
] as const

/** A behaviour of the service. */
export type RemoteSignerMode = (typeof REMOTE_SIGNER_MODES)[number]
