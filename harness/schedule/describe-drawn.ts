import * as fc from 'fast-check'
import { toJson } from '../../tools/core/json.ts'
import type { RecordJson } from '../record/record.ts'

/** Write what was drawn as JSON; in the words of fast-check where it is none, as what holds itself. */
export function describeDrawn(drawn: unknown): RecordJson {
  try {
    return JSON.parse(JSON.stringify(toJson(drawn)))
  } catch {
    return fc.stringify(drawn)
  }
}
