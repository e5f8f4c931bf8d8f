import { size, zeroAddress } from 'viem'
import { type CallDecoder, type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { spokePoolAbi } from './abi.ts'
import { findOutputToken } from './routes.ts'

/** Decode what an account sends to other chains: who gets it there, and that nobody else does. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['spokePool'], selectors: selectorsOf(spokePoolAbi, ['depositV3']) }],
  decode(call, { account }) {
    const terms = readDeposit(call)
    if (terms === undefined) return undefined
    const { inputToken, inputAmount, recipient } = terms
    const forbidden = forbid(terms, account)
    return {
      ...NO_EFFECT,
      functionName: 'depositV3',
      outflows: [{ token: inputToken, amountBaseUnits: inputAmount }],
      recipients: [recipient],
      tokens: [inputToken],
      ...(forbidden === undefined ? {} : { forbidden }),
    } satisfies DecodedCall
  },
}

type DepositTerms = NonNullable<ReturnType<typeof readDeposit>>

function readDeposit({ data, valueWei }: Call) {
  const decoded = decodeExactly(spokePoolAbi, data)
  if (decoded?.functionName !== 'depositV3' || valueWei !== 0n) return undefined
  const [depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, ...rest] = decoded.args
  const [destinationChainId, exclusiveRelayer, , , exclusivity, message] = rest
  return {
    ...{ depositor, recipient, inputToken, outputToken, inputAmount, outputAmount },
    ...{ destinationChainId, exclusiveRelayer, exclusivity, message },
  }
}

/** Name what is never allowed of a deposit; AcrossChecker refuses the same. */
function forbid(terms: DepositTerms, account: DepositTerms['depositor']): string | undefined {
  const { depositor, inputToken, outputToken, inputAmount, outputAmount, destinationChainId } = terms
  const expected = findOutputToken(inputToken, Number(destinationChainId))
  if (!isAddressEqual(depositor, account)) return "another account's refund"
  if (expected === undefined || !isAddressEqual(expected, outputToken)) return 'a bridge to another asset'
  if (!isAddressEqual(terms.exclusiveRelayer, zeroAddress) || terms.exclusivity !== 0) {
    return 'a relayer of its own choice'
  }
  if (size(terms.message) !== 0) return 'a call on another chain'
  return outputAmount === 0n || outputAmount > inputAmount
    ? 'a bridge whose output is no part of its input'
    : undefined
}
