import { type Json, toCanonicalJson } from '../../../tools/core/json.ts'
import type { AmountCheck } from '../expectations.ts'
import { COMPARISON } from '../read/read-amount-check.ts'
import { matchesAmount } from './compare-amount.ts'
import type { Check } from './judged-step.ts'

/** Hold what a tool answered, by dotted path, against what is expected. */
export const checkData: Check = ({ expect, outcome }, report) => {
  if (expect.data !== undefined && outcome.observation === undefined) {
    report('expect.data', 'a step that has a result', 'one that has none')
    return
  }
  for (const [path, wanted] of Object.entries(expect.data ?? {})) {
    const found = readPath(outcome.observation?.details, path)
    // What is not there is not null: a path that is misspelt would hold.
    if (found === undefined || !matchesData(wanted, found)) {
      const shown = found === undefined ? 'nothing there' : toCanonicalJson(found)
      report('expect.data', `${path}: ${toCanonicalJson(wanted)}`, shown)
    }
  }
}

function readPath(value: Json | undefined, path: string): Json | undefined {
  let current: Json | undefined = value
  for (const key of path.split('.')) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, Json>)[key]
  }
  return current
}

const isNumber = (value: Json) => typeof value === 'number'
const isText = (value: Json) => typeof value === 'string'

/** A wanted text such as "> 5" compares numbers; anything else has to be equal, a number to its text as well. */
function matchesData(wanted: Json, found: Json): boolean {
  const comparison = typeof wanted === 'string' ? COMPARISON.exec(wanted) : null
  if (comparison === null) {
    const isWritten = (isNumber(wanted) && isText(found)) || (isText(wanted) && isNumber(found))
    return isWritten ? String(wanted) === String(found) : toCanonicalJson(wanted) === toCanonicalJson(found)
  }
  if (typeof found !== 'string' && typeof found !== 'number') return false
  if (!/^-?\d+$/.test(String(found))) return false
  const check = { op: comparison[1], value: BigInt(comparison[2] ?? '0') } as AmountCheck
  return matchesAmount(check, BigInt(found))
}
