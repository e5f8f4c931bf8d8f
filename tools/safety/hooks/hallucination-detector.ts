import { type Address, formatUnits, getAddress, isAddress, parseUnits } from 'viem'
import { amountOf, formatAmount } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { amountFigure, countFigure, NOTE_NOTHING, type NoteFigure } from '../../core/figure.ts'
import { findLookalike } from '../../core/find-lookalike.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Json } from '../../core/json.ts'
import { differenceBps } from '../../core/outcome.ts'
import { findToken } from '../../core/tokens.ts'
import { ALLOW, type Claim, type Hook, type HookRequest } from './hook.ts'

/** Largest difference between a claimed and a found amount or price. */
const CLAIM_TOLERANCE_BPS = 100

/**
 * Hold what the model says against what the chain shows: addresses that it names as tokens must be known,
 * claims about balances, prices, symbols and amounts must agree, and the account must hold what it spends.
 */
export const hallucinationDetectorHook: Hook = {
  name: 'hallucination-detector',
  check(request, note = NOTE_NOTHING) {
    checkTokenParameters(request)
    for (const claim of request.claims) checkClaim(claim, request, note)
    for (const { token, amountBaseUnits } of request.evidence.outflows) {
      const held =
        request.evidence.balances.find((balance) => isAddressEqual(balance.token, token))?.before ?? 0n
      const amount = (baseUnits: bigint) => amountOf(findToken(request.book, token), token, baseUnits)
      note(amountFigure('leaves the account', amount(amountBaseUnits), { most: held }))
      if (amountBaseUnits > held) {
        throw new ToolError('HALLUCINATED_BALANCE', {
          found: amount(held),
          expected: amount(amountBaseUnits),
        })
      }
    }
    return ALLOW
  },
}

function checkTokenParameters({ params, book }: HookRequest): void {
  if (params === null || typeof params !== 'object' || Array.isArray(params)) return
  for (const [parameter, value] of Object.entries(params as Record<string, Json>)) {
    if (!/^token/i.test(parameter) || typeof value !== 'string' || !isAddress(value, { strict: false }))
      continue
    if (findToken(book, value)) continue
    const twin = findLookalike(getAddress(value), book.tokens)
    throw new ToolError('HALLUCINATED_ADDRESS', {
      parameter,
      found: value,
      lookalike: twin === undefined ? '' : `; it resembles ${twin.address}`,
    })
  }
}

function checkClaim(claim: Claim, { evidence, book }: HookRequest, note: NoteFigure): void {
  const token = findToken(book, claim.token)
  const deny = (expected: string, found = claim.value) =>
    new ToolError('HALLUCINATED_CLAIM', { subject: `${claim.subject} of ${claim.token}`, found, expected })
  if (token === undefined) throw deny('no such token')
  if (claim.subject === 'symbol') {
    if (claim.value !== token.symbol) throw deny(token.symbol)
    return
  }
  if (claim.subject === 'price') {
    const { highest, lowest } = evidence.prices.of(token.address)
    if (highest === undefined || lowest === undefined) throw deny('no price')
    const claimedAs = (decimals: number) => parseAmount(() => parseUnits(claim.value, decimals))
    const usd = (name: string, price: bigint) =>
      note({ ...countFigure(`${name} of ${token.symbol}`, price, 'USD'), decimals: highest.decimals })
    usd('price', highest.answer)
    usd('claimed price', claimedAs(highest.decimals) ?? 0n)
    const isBacked = [highest, lowest].some(({ answer, decimals }) => agrees(answer, claimedAs(decimals)))
    if (!isBacked) throw deny(formatUnits(highest.answer, highest.decimals))
    return
  }
  const isToken = (other: Address) => isAddressEqual(other, token.address as Address)
  // What gave no balance stands among them as if it had none.
  const isUnread = evidence.unreadAssets.some(isToken)
  const change = isUnread ? undefined : evidence.balances.find((balance) => isToken(balance.token))
  const found = change && (claim.subject === 'balance' ? change.before : change.after - change.before)
  const claimed = parseAmount(() => BigInt(claim.value))
  const amountIn = (baseUnits: bigint) => amountOf(token, token.address, baseUnits)
  if (found !== undefined) note(amountFigure(claim.subject, amountIn(found)))
  if (claimed !== undefined) note(amountFigure(`claimed ${claim.subject}`, amountIn(claimed)))
  if (found !== undefined && agrees(found, claimed)) return
  const amount = (baseUnits: bigint) => formatAmount(amountIn(baseUnits))
  throw deny(
    found === undefined ? 'nothing' : amount(found),
    claimed === undefined ? claim.value : amount(claimed),
  )
}

/** No chain knows a number above it. */
const MOST_CLAIMED = 2n ** 256n

const agrees = (found: bigint, claimed: bigint | undefined) =>
  claimed !== undefined && differenceBps(found, claimed) <= CLAIM_TOLERANCE_BPS

function parseAmount(parse: () => bigint): bigint | undefined {
  try {
    const amount = parse()
    return amount < MOST_CLAIMED ? amount : undefined
  } catch {
    return undefined
  }
}
