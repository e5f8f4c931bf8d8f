import { isAddress, zeroAddress, zeroHash } from 'viem'
import type { Json } from '../../../tools/core/json.ts'
import { TokenSchema, type TSchema } from '../../../tools/core/schema.ts'
import { checkShape, describeValue } from '../text/check-shape.ts'
import type { Path } from '../text/matrix.ts'
import type { CellReader } from './cell-reader.ts'

type Members = Readonly<Record<string, unknown>>

interface Property {
  readonly description?: string
  readonly items?: Property
}

/** What a parameter that names a token is known by. */
const TOKEN = TokenSchema as unknown as Property

/** How parameters are written in a file: amounts under the name without its unit. */
const UNIT = /BaseUnits$/

/**
 * Hold what a step hands to a tool against the schema of that tool, and name what is wrong where it stands in the file.
 *
 * @param params - as the tool gets them
 * @param written - as the file says them, where that is not the same
 */
export function checkInput(
  schema: TSchema | undefined,
  params: Json,
  written: Members | undefined,
  path: Path,
  reader: CellReader,
): void {
  if (schema === undefined) return
  const asWritten = ([key, ...rest]: Path): Path => {
    const bare = String(key).replace(UNIT, '')
    if (key === undefined) return []
    return [written === undefined || Object.hasOwn(written, String(key)) ? key : bare, ...rest]
  }
  checkShape(schema, fillIn(params), [], (at, message, hint, atKey) => {
    const place = asWritten(at)
    // An amount is named as its author knows it.
    const isBare = at.length > 0 && place[0] !== at[0]
    const bare = (text: string) => (isBare ? text.replaceAll(/(\w+)BaseUnits\b/g, '$1') : text)
    const missing = /^"(\w+)BaseUnits" is missing$/.exec(message)?.[1]
    if (missing !== undefined && written !== undefined) {
      // One that is no amount was told where it stands.
      if (hasAmount(written, at, missing)) return
      reader.problem([...path, ...place], `"${missing}" is missing`, `add ${missing}: 500 USDC`, true)
    } else if (written !== undefined && isAmountName(message, hint)) {
      const found = describeValue(valueAt(written, place))
      const hint = 'write for example 500 USDC or 0.25 WETH'
      reader.problem([...path, ...place], `expected an amount, found ${found}`, hint)
    } else reader.problem([...path, ...place], bare(message), bare(hint), atKey)
  })
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, Property>> }
  for (const [key, property] of Object.entries(properties)) {
    const value = (params as Members | null)?.[key]
    if (property.description === TOKEN.description) checkToken(value, [...path, key], reader)
    else if (property.items?.description === TOKEN.description && Array.isArray(value)) {
      for (const [index, token] of value.entries()) checkToken(token, [...path, key, index], reader)
    }
  }
}

/** Whether what a key is said to be no name of is an amount without its unit: what is no amount passes under it as it is. */
function isAmountName(message: string, hint: string): boolean {
  const [, name] = /^unknown key "(\w+)"$/.exec(message) ?? []
  return name !== undefined && hint === `did you mean "${name}BaseUnits"?`
}

/** Whether a place of the file says an amount, with or without its unit. */
function hasAmount(written: Members, at: Path, name: string): boolean {
  const around = valueAt(written, at)
  return [name, `${name}BaseUnits`].some((key) => Object.hasOwn((around ?? {}) as Members, key))
}

const valueAt = (written: Members, at: Path): unknown =>
  at.reduce<unknown>((value, key) => (value as Members | undefined)?.[key], written)

function checkToken(value: unknown, path: Path, reader: CellReader): void {
  if (typeof value === 'string' && !isAddress(value, { strict: false })) reader.token(value, path)
}

/** What is known only when the scenario runs has the shape that it will have: the cage's address, or a permit. */
const fillIn = (params: Json): unknown =>
  JSON.parse(
    JSON.stringify(params).replaceAll(/\$\{(\w+)\}/g, (_, name: string) =>
      name === 'cage' ? zeroAddress : zeroHash,
    ),
  )
