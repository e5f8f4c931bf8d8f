import {
  type Abi,
  type Address,
  encodeFunctionData,
  isAddress,
  type PublicClient,
  parseAbi,
  parseAbiItem,
} from 'viem'
import { expect } from 'vitest'
import type { CaseValue, Expected, Matcher, Reference } from '../../tools/core/cases.ts'
import { toJson } from '../../tools/core/json.ts'

/** What references are resolved against. */
export interface Scope {
  /** Reads the chain past the stack. */
  readonly client: PublicClient
  readonly kept: ReadonlyMap<string, unknown>
  /** Find an address by the name that cases give it. @throws Error when nothing goes by it */
  readonly find: (name: string) => Address
}

type Plain = ReturnType<typeof toJson>

/** Take a member by its path; negative places count from the end. */
function pick(value: unknown, path: string): unknown {
  let found = value
  for (const name of path === '' ? [] : path.split('.')) {
    const place = Array.isArray(found) && /^-\d+$/.test(name) ? found.length + Number(name) : name
    found = (found as Record<string | number, unknown> | undefined | null)?.[place]
  }
  return found
}

/** What a reference stands for; nothing would be equal to whatever is missing in the answer as well. */
function mustPick(value: unknown, path: string): Plain {
  const found = pick(value, path)
  if (found === undefined) throw new Error(`nothing is under "${path}"`)
  return toJson(found)
}

const isReference = (value: object, name: string) =>
  Object.hasOwn(value, name) && Object.keys(value).length === 1

/** Put what references stand for in their places; `own` is the answer that is looked at. */
export async function resolve(value: CaseValue, scope: Scope, own?: unknown): Promise<Plain> {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return Promise.all(value.map((item: CaseValue) => resolve(item, scope, own)))
  const [name = ''] = Object.keys(value)
  if (isReference(value, name) && Object.hasOwn(RESOLVERS, name)) {
    const resolver = RESOLVERS[name as keyof typeof RESOLVERS] as Resolver
    return resolver((value as Record<string, never>)[name] as never, scope, own)
  }
  const entries = Object.entries(value as Record<string, CaseValue>)
  return Object.fromEntries(
    await Promise.all(entries.map(async ([key, item]) => [key, await resolve(item, scope, own)] as const)),
  )
}

type Resolver = (content: never, scope: Scope, own: unknown) => Plain | Promise<Plain>
type ContentOf<Name extends string> = Extract<Reference, Readonly<Record<Name, unknown>>>[Name &
  keyof Reference]

const RESOLVERS = {
  $at: (name: string, { find }: Scope) => find(name),
  $kept(path: string, { kept }: Scope) {
    const [name = ''] = path.split('.', 1)
    if (!kept.has(name)) throw new Error(`no step keeps "${name}"`)
    return mustPick(kept.get(name), path.slice(name.length + 1))
  },
  $own: (path: string, _: Scope, own: unknown) => mustPick(own, path),
  async $chain({ contract, view, args, member }: ContentOf<'$chain'>, scope: Scope, own: unknown) {
    const abi = parseAbi([view] as readonly string[]) as Abi
    const answer = await scope.client.readContract({
      address: (await resolve(contract, scope, own)) as Address,
      abi,
      functionName: (abi[0] as { readonly name: string }).name,
      args: (await resolve(args, scope, own)) as readonly unknown[],
    })
    return member === undefined ? toJson(answer) : mustPick(answer, String(member))
  },
  async $call({ signature, args }: ContentOf<'$call'>, scope: Scope, own: unknown) {
    const abi: Abi = [parseAbiItem(signature as 'function nothing()')]
    return encodeFunctionData({ abi, args: (await resolve(args, scope, own)) as readonly unknown[] })
  },
  $sum: (amounts: readonly CaseValue[], scope: Scope, own: unknown) =>
    fold(amounts, (total, amount) => total + amount, scope, own),
  $product: (amounts: readonly CaseValue[], scope: Scope, own: unknown) =>
    fold(amounts, (total, amount) => total * amount, scope, own),
} satisfies Record<string, Resolver>

async function fold(
  amounts: readonly CaseValue[],
  combine: (total: bigint, amount: bigint) => bigint,
  scope: Scope,
  own: unknown,
): Promise<Plain> {
  const found = (await resolve(amounts, scope, own)) as readonly (number | string)[]
  const total = found.map(BigInt).reduce(combine)
  return found.every((amount) => typeof amount === 'number') ? Number(total) : total.toString()
}

/** Hold an answer against what a case expects of it. */
export async function check(answer: unknown, expected: Expected, scope: Scope): Promise<void> {
  for (const [path, value] of Object.entries(expected)) {
    const found = pick(answer, path)
    if (value !== null && typeof value === 'object' && isMatcher(value))
      await match(found, value, path, scope, answer)
    else expect(normal(found), path).toEqual(normal(await resolve(value as CaseValue, scope, answer)))
  }
}

const isMatcher = (value: object): value is Matcher =>
  ['$between', '$matches', '$not'].some((name) => isReference(value, name))

/** Write numbers as text and addresses in one case: which form they have is the schema's affair. */
function normal(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return isAddress(value, { strict: false }) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(normal)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normal(item)]))
}

async function match(found: unknown, matcher: Matcher, path: string, scope: Scope, own: unknown) {
  if ('$matches' in matcher) expect(found, path).toMatch(new RegExp(matcher.$matches))
  else if ('$not' in matcher) {
    expect(found, path).not.toBe(undefined)
    expect(normal(found), path).not.toEqual(normal(await resolve(matcher.$not, scope, own)))
  } else {
    const [least, most] = (await resolve(matcher.$between, scope, own)) as readonly [string, string]
    expect(typeof found === 'number' || typeof found === 'string', `${path} is ${found}`).toBe(true)
    expect(Number(found), path).toBeGreaterThanOrEqual(Number(least))
    expect(Number(found), path).toBeLessThanOrEqual(Number(most))
  }
}
