import type { Json } from '../../../tools/core/json.ts'
import type { KindModel } from '../../vocabulary/model.ts'

/** Tell whether a request says everything that its kind needs, in numbers that mean something. */
export function isWellFormed(
  { needs, ranges = {} }: Pick<KindModel, 'needs' | 'ranges'>,
  params: Readonly<Record<string, Json | undefined>>,
): boolean {
  return (
    needs.every((name) => params[name] !== undefined) &&
    Object.entries(ranges).every(([name, [least, most]]) => {
      const value = params[name] ?? (params.venue as typeof params | undefined)?.[name]
      const numbers = value === undefined ? [] : Array.isArray(value) ? value : [value]
      return numbers.every((number) => Number(number) >= least && Number(number) <= most)
    })
  )
}
