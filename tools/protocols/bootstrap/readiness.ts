import { type Address, type Hex, zeroAddress } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { formatUsdc } from '../../core/amount.ts'
import type { StateReading } from '../../core/chain.ts'
import { hasCode } from '../../core/has-code.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { ConfiguredPolicy, SafetyView } from '../../core/safety-view.ts'
import { judgePrices } from '../../kit/usd-price.ts'

/** Where a check looks. */
export type Area = 'configuration' | 'rpc' | 'signer' | 'contracts' | 'feeds' | 'stores'

/** One thing that has to stand before the first start. */
export interface Check {
  readonly area: Area
  readonly check: string
  /** `failed` keeps the agent from starting well, `warning` from lasting; `unchecked` could not be seen. */
  readonly status: 'passed' | 'warning' | 'failed' | 'unchecked'
  readonly expected: string
  readonly found: string
  /** What to do about it; null where nothing is. */
  readonly fix: string | null
}

type Findings = Pick<Check, 'area' | 'check' | 'expected' | 'found'> & {
  readonly isMet: boolean
  readonly fix: string
  readonly otherwise?: Check['status']
}

const judge = ({ isMet, fix, otherwise = 'failed', ...facts }: Findings): Check => ({
  ...facts,
  status: isMet ? 'passed' : otherwise,
  fix: isMet ? null : fix,
})

/** A head older than this counts as stale: five slots of Ethereum. */
const MOST_HEAD_AGE_SECONDS = 60

/** Hold the chain that the node serves, and how old its head is by the wall clock, against the book. */
export function checkNode(
  book: Pick<AddressBook, 'chainId'>,
  node: { readonly chainId: number; readonly headSeconds: number; readonly wallSeconds: number },
): readonly Check[] {
  const age = node.wallSeconds - node.headSeconds
  return [
    checkChain(book, node.chainId),
    judge({
      area: 'rpc',
      check: 'age of the head',
      expected: `at most ${MOST_HEAD_AGE_SECONDS} s on either side of the wall clock`,
      found: `${age} s`,
      isMet: Math.abs(age) <= MOST_HEAD_AGE_SECONDS,
      fix:
        age < 0
          ? "the head lies in the future: set this machine's clock by NTP"
          : 'wait until the node has synchronised, or configure another RPC URL',
    }),
  ]
}

/** Hold the chain that the node serves against the book. */
export const checkChain = ({ chainId }: Pick<AddressBook, 'chainId'>, found: number): Check =>
  judge({
    area: 'rpc',
    check: 'chain id',
    expected: String(chainId),
    found: String(found),
    isMet: found === chainId,
    fix: `configure an RPC URL of chain ${chainId}`,
  })

/** Keys by which the cage is ruled; undefined where the account is no cage. */
export type CageKeys =
  | {
      readonly owner: Address
      readonly operator: Address
      readonly guardian: Address
      readonly paused: boolean
      readonly windowSpendCapUsdc: bigint
    }
  | undefined

/** Hold the cage's own policy against the configured one. */
export function checkCage(
  account: Address,
  operator: Address,
  configured: Pick<ConfiguredPolicy, 'owner' | 'guardian' | 'perDayUsdc'>,
  cage: CageKeys,
): readonly Check[] {
  const answers = judge({
    area: 'configuration',
    check: 'cage',
    expected: `${account} answers as a PolicyCage`,
    found: cage ? 'it does' : 'it does not',
    isMet: cage !== undefined,
    fix: 'deploy the PolicyCage and configure its address as the account',
  })
  if (cage === undefined) return [answers]
  const key = (name: string, expected: Address, found: Address, fix: string) =>
    judge({
      area: 'configuration',
      check: `${name} of the cage`,
      expected,
      found,
      isMet: isAddressEqual(expected, found),
      fix,
    })
  return [
    answers,
    key('owner', configured.owner, cage.owner, 'configure the owner that the cage names'),
    key(
      'operator',
      operator,
      cage.operator,
      'have the owner set this operator (safety_set_cage_operator), or configure the key that the cage names',
    ),
    key(
      'guardian',
      configured.guardian ?? zeroAddress,
      cage.guardian,
      'have the owner set this guardian (safety_set_cage_guardian), or configure the one that the cage names',
    ),
    judge({
      area: 'configuration',
      check: 'pause of the cage',
      expected: 'not paused',
      found: cage.paused ? 'paused' : 'not paused',
      isMet: !cage.paused,
      fix: 'find out who paused it; then have the owner lift the pause (safety_unpause_cage)',
    }),
    judge({
      area: 'configuration',
      check: 'spend in 24 hours',
      expected: `the cage allows ${formatUsdc(configured.perDayUsdc)} or more`,
      found: formatUsdc(cage.windowSpendCapUsdc),
      isMet: configured.perDayUsdc <= cage.windowSpendCapUsdc,
      fix: 'lower the local limit (safety_set_spending_limits): the cage denies what is above its own',
    }),
  ]
}

/** Gas of an ordinary action, and for how many of them an operator should be able to pay. */
const ACTION_GAS = 400_000n
const ACTIONS_AHEAD = 10n

/** Hold the operator's key apart from the owner's, and its balance against the gas that it pays. */
export function checkSigner(
  { owner, approver }: Pick<ConfiguredPolicy, 'owner' | 'approver'>,
  operator: {
    readonly address: Address
    readonly hasCode: boolean
    readonly balanceWei: bigint | undefined
    readonly baseFeeWei: bigint
  },
): readonly Check[] {
  const { address, hasCode, balanceWei, baseFeeWei } = operator
  const isOwners = [owner, approver].some((own) => own !== undefined && isAddressEqual(own, address))
  const neededWei = 2n * baseFeeWei * ACTION_GAS * ACTIONS_AHEAD
  const separate = judge({
    area: 'signer',
    check: 'operator apart from the owner',
    expected: 'two keys',
    found: isOwners ? `${address} is both` : 'two keys',
    isMet: !isOwners,
    fix: 'give the agent a key of its own: who holds the owner’s can change every rule',
  })
  const gas = {
    area: 'signer',
    check: 'gas of the operator',
    expected: `${neededWei} wei, for ${ACTIONS_AHEAD} actions at twice the base fee of the head`,
    found: `${balanceWei ?? 'unread'} wei`,
  } as const
  if (hasCode) {
    return [
      separate,
      {
        ...gas,
        status: 'unchecked',
        fix: 'the operator is a contract: see that who carries its calls can pay',
      },
    ]
  }
  return [
    separate,
    judge({
      ...gas,
      isMet: balanceWei !== undefined && balanceWei >= neededWei,
      fix: `send the native coin to ${address}`,
      otherwise: balanceWei === undefined || balanceWei * ACTIONS_AHEAD < neededWei ? 'failed' : 'warning',
    }),
  ]
}

/** A contract that has to be there, by what it is known as. */
export interface NamedContract {
  readonly name: string
  readonly address: Address
}

/** Names that one check spells out. */
const MOST_NAMES = 8

/** Tell which of some contracts are not there. */
export function checkContracts(
  facts: Pick<Findings, 'check' | 'fix' | 'otherwise'>,
  contracts: readonly NamedContract[],
  codeHashes: readonly Hex[],
): Check {
  const missing = contracts.filter((_, index) => !hasCode(codeHashes[index]))
  const named = missing.slice(0, MOST_NAMES).map(({ name, address }) => `${name} (${address})`)
  const more = missing.length - named.length
  return judge({
    area: 'contracts',
    ...facts,
    expected: `code at all of ${contracts.length}`,
    found:
      missing.length === 0
        ? 'all are there'
        : `none at ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    isMet: missing.length === 0,
  })
}

/** Hold the decimals that tokens say against those of the book. */
export function checkDecimals(tokens: AddressBook['tokens'], decimals: StateReading['decimals']): Check {
  const wrong = tokens.flatMap((token, index) =>
    decimals[index] === BigInt(token.decimals)
      ? []
      : [`${token.symbol}: ${decimals[index] ?? 'no answer'} for ${token.decimals}`],
  )
  return judge({
    area: 'contracts',
    check: 'decimals of the tokens',
    expected: 'those of the address book',
    found: wrong.length === 0 ? 'those of the address book' : wrong.join(', '),
    isMet: wrong.length === 0,
    fix: 'correct the address book: every amount of these tokens is misread',
  })
}

/** Hold the price of every asset that limits count against how old it may be, and the sequencer against being up. */
export function checkFeeds(
  book: Pick<AddressBook, 'tokens' | 'sequencerUptimeFeed'>,
  { assets }: Pick<ConfiguredPolicy, 'assets'>,
  state: Pick<StateReading, 'feeds' | 'timestampSeconds'>,
  uptime: StateReading['feeds'][number],
): readonly Check[] {
  const verdicts = judgePrices(book.tokens, state)
  const bad = assets.flatMap(({ symbol, token, isNumeraire }) => {
    const index = book.tokens.findIndex(({ address }) => isAddressEqual(address, token))
    const { price, reason } = verdicts[index] ?? {}
    if (isNumeraire || index < 0 || (price && !price.isStale)) return []
    return [`${symbol}: ${reason ?? `${price?.ageSeconds} s old`}`]
  })
  const prices = judge({
    area: 'feeds',
    check: 'prices of the assets',
    expected: 'an answer within its heartbeat for each',
    found: bad.length === 0 ? `${assets.length} assets are priced` : bad.join(', '),
    isMet: bad.length === 0,
    fix: 'configure live feeds for these assets, or take them from the policy: what has no sound price only exits',
  })
  if (book.sequencerUptimeFeed === undefined) return [prices]
  return [
    prices,
    judge({
      area: 'feeds',
      check: 'sequencer',
      expected: 'up (0)',
      found: uptime ? String(uptime.answer) : 'no answer',
      isMet: uptime?.answer === 0n,
      fix: 'wait until the sequencer is up again: until then only exits are allowed',
    }),
  ]
}

/** Hold the store against its own log, and tell what an earlier run left open in it. */
export function checkStores(
  safety: Pick<SafetyView, 'verifyAudit' | 'haltedSince' | 'inFlight' | 'losses'>,
): readonly Check[] {
  const log = safety.verifyAudit()
  const halted = safety.haltedSince()
  const open = safety.inFlight().length
  const losses = safety.losses().length
  return [
    judge({
      area: 'stores',
      check: 'audit log',
      expected: 'every entry follows from the one before',
      found: log.ok ? `${log.entries} entries, unbroken` : (log.problem ?? 'broken'),
      isMet: log.ok,
      fix: 'keep the store as it is and look into who wrote to it; start from a backup that verifies',
    }),
    judge({
      area: 'stores',
      check: 'halt latch',
      expected: 'open',
      found: halted === undefined ? 'open' : `set since ${new Date(halted).toISOString()}`,
      isMet: halted === undefined,
      fix: 'settle what led to the halt; then have the owner lift it (safety_clear_halt)',
    }),
    judge({
      area: 'stores',
      check: 'unsettled transactions',
      expected: 'none',
      found: String(open),
      isMet: open === 0,
      fix: 'start the agent: it settles them before anything else',
      otherwise: 'warning',
    }),
    judge({
      area: 'stores',
      check: 'explained losses',
      expected: 'none that the owner has not cleared',
      found: String(losses),
      isMet: losses === 0,
      fix: 'have the owner look at them and clear them (safety_clear_losses): until then risk is blocked',
      otherwise: 'warning',
    }),
  ]
}
