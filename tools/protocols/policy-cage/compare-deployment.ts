import { type Address, type Hex, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { StateReading, ViewQuery } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { ConfiguredPolicy } from '../../core/safety-view.ts'
import { MESSAGE_SELECTOR } from '../../kit/message-selector.ts'
import { askCage, readAnswer } from './cage-views.ts'
import type { CagePolicyState } from './read-cage.ts'

/** One thing in which a deployment differs from its configuration. */
export interface Difference {
  readonly subject: string
  readonly expected: string
  readonly found: string
}

/** A question to the chain, with what the configuration says that it answers. */
interface Question {
  readonly subject: string
  readonly view: ViewQuery
  readonly expected: string
  read(answer: Hex | undefined): string
}

/** Functions of assets that the cage knows by itself and does not list: `approve` and `transfer`. */
const OWN_OF_ASSETS: readonly Hex[] = ['0x095ea7b3', '0xa9059cbb']

/** List what has to be asked beyond the policy itself: who approves, what may be called, paid and recorded. */
export function listQuestions(cage: Address, configured: ConfiguredPolicy): readonly Question[] {
  const { owner, approver, assets, targets, recipients } = configured
  const isAsset = (address: Address) => assets.some(({ token }) => isAddressEqual(token, address))
  const yes = (subject: string, view: ViewQuery, name: Parameters<typeof readAnswer>[0]): Question => ({
    subject,
    view,
    expected: 'true',
    read: (answer) => String(readAnswer(name, answer) ?? 'no answer'),
  })
  return [
    ...(approver === undefined
      ? []
      : [
          {
            subject: "who approves through the owner's gate",
            view: { to: owner, data: encodeFunctionData({ abi: ownerGateAbi, functionName: 'owner' }) },
            expected: approver,
            read: readApprover,
          },
        ]),
    ...targets.flatMap(({ address, selectors }) =>
      selectors
        .filter((selector) => !(isAsset(address) && OWN_OF_ASSETS.includes(selector)))
        .map((selector) =>
          selector === MESSAGE_SELECTOR
            ? yes(`signature scheme ${address}`, askCage(cage, 'isScheme', [address]), 'isScheme')
            : yes(
                `selector ${selector} of ${address}`,
                askCage(cage, 'isTargetAllowed', [address, selector]),
                'isTargetAllowed',
              ),
        ),
    ),
    ...recipients.map((recipient) =>
      yes(`recipient ${recipient}`, askCage(cage, 'isRecipient', [recipient]), 'isRecipient'),
    ),
  ]
}

function readApprover(answer: Hex | undefined): string {
  if (answer === undefined || answer === '0x') return 'no gate'
  return decodeFunctionResult({ abi: ownerGateAbi, functionName: 'owner', data: answer })
}

/** Ask which reader counts for each target, to find those that the configuration relies on. */
export const listReaderViews = (cage: Address, { targets }: ConfiguredPolicy): readonly ViewQuery[] =>
  targets.map(({ address }) => askCage(cage, 'codeOf', [address]))

/** Hold keys, limits and assets of the cage against the configuration: local policy may be narrower, never wider. */
export function comparePolicy(
  { policy, assets }: Pick<CagePolicyState, 'policy' | 'assets'>,
  configured: ConfiguredPolicy,
  operator: Address,
): readonly Difference[] {
  const same = (subject: string, expected: string, found: string): Difference[] =>
    expected.toLowerCase() === found.toLowerCase() ? [] : [{ subject, expected, found }]
  const atMost = (subject: string, local: bigint, cage: bigint): Difference[] =>
    local <= cage ? [] : [{ subject, expected: `${local} or more`, found: cage.toString() }]
  return [
    ...same('owner', configured.owner, policy.owner),
    ...same('operator', operator, policy.operator),
    ...same('guardian', configured.guardian ?? zeroAddress, policy.guardian),
    ...same('paused', 'false', String(policy.paused)),
    ...atMost('spend in 24 hours, USDC base units', configured.perDayUsdc, policy.windowSpendCapUsdc),
    ...atMost('hot lane, USDC base units', configured.hotLaneUsdc, policy.hotLaneUsdc),
    ...(configured.minHealth < policy.minHealth
      ? [
          {
            subject: 'least health, 18 decimals',
            expected: `${configured.minHealth} or less`,
            found: policy.minHealth.toString(),
          },
        ]
      : []),
    ...configured.assets.flatMap(({ token, symbol, feed, isStable }) => {
      // The native coin counts as its wrapped form.
      const held = token === NATIVE_TOKEN ? policy.wrappedNative : token
      const found = assets.find((asset) => isAddressEqual(asset.token, held))
      if (found === undefined) return same(`asset ${symbol}`, token, 'not approved')
      return [
        ...same(`feed of ${symbol}`, feed ?? found.feed, found.feed),
        ...same(`whether ${symbol} is a base asset`, String(isStable), String(found.isBase)),
      ]
    }),
  ]
}

/** Hold what the chain answered against the configuration. */
export function compareAnswers(
  questions: readonly Question[],
  answers: StateReading['views'],
): readonly Difference[] {
  return questions.flatMap(({ subject, expected, read }, index) => {
    const found = read(answers[index])
    return found.toLowerCase() === expected.toLowerCase() ? [] : [{ subject, expected, found }]
  })
}

/** Name the readers that the configuration relies on and no target of the cage is counted by. */
export function compareReaders(
  { readers }: ConfiguredPolicy,
  answers: StateReading['views'],
): readonly Difference[] {
  const found = answers.map((answer) => readAnswer('codeOf', answer)?.[1] ?? zeroAddress)
  return readers
    .filter(({ address }) => !found.some((reader) => isAddressEqual(reader, address)))
    .map(({ address, protocol }) => ({
      subject: `reader of ${protocol}`,
      expected: address,
      found: 'it counts for no target',
    }))
}

/** Hold the code of targets against the hashes by which they were reviewed. */
export function compareCode(
  { targets }: ConfiguredPolicy,
  codeHashes: StateReading['codeHashes'],
): readonly Difference[] {
  return targets.flatMap(({ address, codeHash }, index) => {
    const found = codeHashes[index] ?? 'unread'
    return codeHash === undefined || codeHash === found
      ? []
      : [{ subject: `code of ${address}`, expected: codeHash, found }]
  })
}
