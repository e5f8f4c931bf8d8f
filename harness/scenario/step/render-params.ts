import { ACTORS } from '../../world/actors.ts'
import { isBought } from '../read/amount-token.ts'
import type { TitleWords } from './define-step.ts'

type Members = Readonly<Record<string, unknown>>

const nameOfActor = new Map(
  Object.entries(ACTORS).map(([name, { address }]) => [address.toLowerCase(), name] as const),
)

/** Render parameters of a tool for people: amounts in whole tokens, actors by name, as files write them. */
export const renderParams = (params: unknown, words: TitleWords): string =>
  isMembers(params) ? renderMembers(params, ' ', words).join(', ') : ''

const renderMembers = (members: Members, between: string, words: TitleWords): string[] =>
  Object.entries(members).map(([key, value]) => {
    const [, stem] = /^(amount.*|mostIn)BaseUnits$/.exec(key) ?? []
    const token = stem === undefined ? undefined : tokenOf(stem, members)
    return stem !== undefined && token !== undefined && typeof value === 'string' && /^\d+$/.test(value)
      ? `${stem}${between}${words.amount(token, BigInt(value))}`
      : `${key}${between}${renderValue(value, words)}`
  })

function renderValue(value: unknown, words: TitleWords): string {
  if (typeof value === 'string') return nameOfActor.get(value.toLowerCase()) ?? value
  if (Array.isArray(value)) return `[${value.map((each) => renderValue(each, words)).join(', ')}]`
  return isMembers(value) ? `{ ${renderMembers(value, ': ', words).join(', ')} }` : JSON.stringify(value)
}

/** Of which token an amount is, by what stands beside it: `amountIn` is of `tokenIn`, or of the first of `tokens`. */
function tokenOf(stem: string, { tokens, ...members }: Members): string | undefined {
  if (isBought(stem, members)) return undefined
  const [, side = ''] = /^amount(In|Out|A|B)?/.exec(stem) ?? []
  const path = Array.isArray(tokens) ? tokens : []
  const found =
    members[`token${side}`] ?? (side === 'In' ? path[0] : side === 'Out' ? path.at(-1) : undefined)
  return typeof found === 'string' ? found : undefined
}

const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
