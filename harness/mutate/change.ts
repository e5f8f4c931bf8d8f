/** A change of one place of a source: what stands there instead, and of which kind that is. */
export interface Change {
  readonly kind: 'boundary' | 'relation' | 'boolean' | 'always' | 'never' | 'removed'
  readonly start: number
  readonly end: number
  readonly replace: string
}

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
}
const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }

/** List what can stand in place of an operator between two operands. */
export const changeOperator = (operator: string, start: number): Change[] =>
  (
    [
      ['boundary', BOUNDARIES],
      ['relation', OPPOSITES],
      ['boolean', LOGIC],
    ] as const
  ).flatMap(([kind, table]) => {
    const replace = table[operator]
    return replace === undefined ? [] : [{ kind, start, end: start + operator.length, replace }]
  })
