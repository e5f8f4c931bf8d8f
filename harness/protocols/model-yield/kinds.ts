/** Kinds of action that the model protocol brings. */
const KINDS = [
  'stake-model',
  'stake-model-bought',
  'request-model-exit',
  'claim-model-exit',
  'place-model-order',
  'cancel-model-order',
] as const

/** Say the same of every kind of the model protocol. */
export const ofEveryKind = <Value>(value: Value): Record<string, Value> =>
  Object.fromEntries(KINDS.map((kind) => [kind, value]))
