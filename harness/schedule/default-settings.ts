import { createHash } from 'node:crypto'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import { defaultPolicy } from '../world/default-policy.ts'
import { defaultCapital } from '../world/deploy-cage.ts'
import { ACTOR_ETHER, ACTOR_TOKENS, MARKET_TOKENS } from '../world/market.ts'
import { DEFAULT_POLICY_CHOICES } from '../world/safety-policy.ts'

/** Settings by dotted name, as text. */
export type Settings = Readonly<Record<string, string>>

/** Version of what the model of the properties means; it is raised when a prediction changes. */
const MODEL_VERSION = 3

/**
 * List every setting that a scenario takes without saying so: limits and policies by name, and the market, the
 * capital and the lists of the cage as hashes.
 */
export function listDefaultSettings(book: AddressBook): Settings {
  const { assets, targets, places, recipients, ...roles } = defaultPolicy(book)
  const { owner, operator, guardian, wrappedNative, ...cage } = roles
  const hashed = (value: unknown) =>
    createHash('sha256').update(toCanonicalJson(value)).digest('hex').slice(0, 16)
  return {
    model: String(MODEL_VERSION),
    chain: String(book.chainId),
    market: hashed([ACTOR_ETHER, ACTOR_TOKENS, listOpened(), MARKET_TOKENS, book]),
    capital: hashed(defaultCapital(book)),
    ...flatten(DEFAULT_POLICY_CHOICES, ''),
    ...flatten(cage, 'cage.'),
    'cage.lists': hashed([assets, targets, places, recipients, owner, operator, guardian, wrappedNative]),
  }
}

/** Hash these settings. */
export const hashDefaultSettings = (book: AddressBook): string =>
  createHash('sha256')
    .update(toCanonicalJson(listDefaultSettings(book)))
    .digest('hex')

/** Markets that the testbeds open on the embedded origin. */
const listOpened = () => Object.values(TESTBEDS).flatMap(({ opens = [] }) => opens)

function flatten(value: object, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member !== null && typeof member === 'object'
        ? Object.entries(flatten(member, `${prefix}${key}.`))
        : [[`${prefix}${key}`, String(member)]],
    ),
  )
}

/** A setting that is not what it was; undefined where it does not exist. */
export interface ChangedSetting {
  readonly name: string
  readonly before: string | undefined
  readonly now: string | undefined
}

/** Compare settings of two times. */
export const compareSettings = (then: Settings, now: Settings): readonly ChangedSetting[] =>
  [...new Set([...Object.keys(then), ...Object.keys(now)])]
    .sort()
    .filter((name) => then[name] !== now[name])
    .map((name) => ({ name, before: then[name], now: now[name] }))
