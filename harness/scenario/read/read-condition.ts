import { listReferences, type Path } from '../text/matrix.ts'
import { parseDecimal, parseDurationMs, splitAmount } from '../text/units.ts'
import type { CellReader } from './cell-reader.ts'

const OPERATOR = /<=|>=|==|!=|<|>/
const NUMBER = /^[-+]?\d+(\.\d+)?$/

/**
 * Decide a condition such as `59s < 60s`: durations, amounts of one token, numbers, or texts for equality.
 *
 * Conditions compare what the matrix gave, so they are decided when the file is parsed.
 */
export function readCondition(value: unknown, path: Path, reader: CellReader): boolean {
  const text = String(value)
  const [operator] = OPERATOR.exec(text) ?? ['']
  const at = text.indexOf(operator)
  const [left, right] = [text.slice(0, at).trim(), text.slice(at + operator.length).trim()]
  if (left === '' || right === '') {
    reader.problem(path, `"${text}" is no condition`, 'compare with <, <=, ==, !=, >= or >')
    return false
  }
  const [later] = listReferences(text)
  if (later !== undefined) {
    reader.problem(
      path,
      `\${${later.reference}} is known only when the scenario runs`,
      'compare matrix values',
    )
    return false
  }
  const order = compare(left, right, path, reader)
  if (order === undefined) {
    if (operator !== '==' && operator !== '!=') {
      reader.problem(path, `"${text}" has no order`, 'compare two durations, amounts or numbers, or use ==')
      return false
    }
    return (left === right) === (operator === '==')
  }
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '==':
      return order === 0
    default:
      return order !== 0
  }
}

/** Undefined when the two have no order. */
function compare(left: string, right: string, path: Path, reader: CellReader): number | undefined {
  const durations = [parseDurationMs(left), parseDurationMs(right)] as const
  if (durations[0] !== undefined && durations[1] !== undefined) return durations[0] - durations[1]
  if (splitAmount(left) && splitAmount(right)) {
    const [a, b] = [reader.amount(left, path), reader.amount(right, path)]
    if (a.token !== b.token && reader.isToken(a.token) && reader.isToken(b.token)) {
      reader.problem(path, `cannot compare ${a.token} with ${b.token}`, 'compare amounts of one token')
    }
    return orderOf(a.baseUnits, b.baseUnits)
  }
  if (!NUMBER.test(left) || !NUMBER.test(right)) return undefined
  const decimals = Math.max(...[left, right].map((text) => text.split('.')[1]?.length ?? 0))
  const [a, b] = [parseDecimal(left, decimals), parseDecimal(right, decimals)]
  return a === undefined || b === undefined ? undefined : orderOf(a, b)
}

const orderOf = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
