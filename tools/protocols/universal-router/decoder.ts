import { type Address, type Hex, isAddressEqual, size, slice, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type CallDecoder, type DecodedCall, type InnerCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { withValue } from '../../kit/decode-bundle.ts'
import { decodeExactly, decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { COMMAND_INPUTS, universalRouterAbi } from './abi.ts'

/** Recipients by which the router means the caller and itself (`ActionConstants.sol`). */
const CALLER_SENTINEL: Address = '0x0000000000000000000000000000000000000001'
const ROUTER_SENTINEL: Address = '0x0000000000000000000000000000000000000002'

/** Plans within plans are unfolded to this depth. */
const MAX_DEPTH = 8

interface Frame {
  readonly router: Address
  readonly account: Address
  readonly depth: number
}

/**
 * Decode plans of the Universal Router, on any target. A command that is unknown, or one that may fail while the
 * rest goes on, is not understood.
 */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(universalRouterAbi) }],
  decode(call, { account }) {
    const decoded = decodeExactly(universalRouterAbi, call.data)
    if (decoded === undefined) return undefined
    const [commands, inputs] = decoded.args
    const plan = decodePlan(commands, inputs, { router: call.to, account, depth: 0 })
    // What the commands do not use stays in the router, for anyone to take.
    return plan && withValue(call.valueWei, plan, call.to)
  },
}

function decodePlan(commands: Hex, inputs: readonly Hex[], frame: Frame): DecodedCall | undefined {
  if (size(commands) !== inputs.length || frame.depth > MAX_DEPTH) return undefined
  const inner = inputs.map((input, index): InnerCall => {
    const command = Number(slice(commands, index, index + 1))
    return decodeCommand(command, input, frame) ?? { undecodable: slice(commands, index, index + 1) }
  })
  return { ...NO_EFFECT, functionName: 'execute', inner }
}

function decodeCommand(command: number, input: Hex, frame: Frame): InnerCall | undefined {
  const to = (recipient: Address) =>
    isAddressEqual(recipient, CALLER_SENTINEL)
      ? frame.account
      : isAddressEqual(recipient, ROUTER_SENTINEL)
        ? frame.router
        : recipient
  const effect = (
    functionName: string,
    parts: Partial<Pick<DecodedCall, 'outflows' | 'inflows' | 'recipients' | 'tokens'>>,
  ): DecodedCall => ({ ...NO_EFFECT, functionName, ...parts })
  /** Tokens that the caller pays leave it; those that the router pays left it before. */
  const swap = (
    name: string,
    amount: bigint,
    tokens: readonly Address[],
    recipient: Address,
    pays: boolean,
  ) =>
    effect(name, {
      outflows: pays ? [{ token: tokens[0] as Address, amountBaseUnits: amount }] : [],
      inflows: tokens.slice(-1),
      recipients: [to(recipient)],
      tokens,
    })

  switch (command) {
    case 0x00:
    case 0x01:
      return {
        format: command === 0x00 ? 'v3-swap-exact-input' : 'v3-swap-exact-output',
        data: input,
        target: frame.router,
        account: frame.account,
      }
    case 0x08:
    case 0x09: {
      const values = decodeParametersExactly(COMMAND_INPUTS.v2Swap, input)
      if (values === undefined || values[3].length < 2) return undefined
      const [recipient, amount, limit, path, pays] = values
      return command === 0x08
        ? swap('V2_SWAP_EXACT_IN', amount, path, recipient, pays)
        : swap('V2_SWAP_EXACT_OUT', limit, path, recipient, pays)
    }
    case 0x02: {
      const values = decodeParametersExactly(COMMAND_INPUTS.permit2Transfer, input)
      if (values === undefined) return undefined
      const [token, recipient, amountBaseUnits] = values
      return effect('PERMIT2_TRANSFER_FROM', {
        outflows: [{ token, amountBaseUnits }],
        recipients: [to(recipient)],
        tokens: [token],
      })
    }
    case 0x0d: {
      const transfers = decodeParametersExactly(COMMAND_INPUTS.permit2TransferBatch, input)?.[0]
      if (transfers?.every(({ from }) => isAddressEqual(from, frame.account)) !== true) return undefined
      return effect('PERMIT2_TRANSFER_FROM_BATCH', {
        outflows: transfers.map(({ token, amount }) => ({ token, amountBaseUnits: amount })),
        recipients: transfers.map((transfer) => to(transfer.to)),
        tokens: transfers.map(({ token }) => token),
      })
    }
    case 0x03:
    case 0x0a:
      return { ...NO_EFFECT, functionName: 'PERMIT2_PERMIT', forbidden: 'Permit2 permit by signature' }
    // The next three pay out of the router what came there before.
    case 0x04:
    case 0x05:
    case 0x06: {
      const values = decodeParametersExactly(COMMAND_INPUTS.toRecipient, input)
      if (values === undefined) return undefined
      const token = isAddressEqual(values[0], zeroAddress) ? NATIVE_TOKEN : values[0]
      return effect('PAY', { recipients: [to(values[1])], tokens: [token] })
    }
    case 0x0b:
    case 0x0c: {
      const values = decodeParametersExactly(COMMAND_INPUTS.wrap, input)
      return values && effect(command === 0x0b ? 'WRAP_ETH' : 'UNWRAP_WETH', { recipients: [to(values[0])] })
    }
    case 0x0e: {
      const values = decodeParametersExactly(COMMAND_INPUTS.balanceCheck, input)
      return values && effect('BALANCE_CHECK_ERC20', {})
    }
    case 0x21: {
      const values = decodeParametersExactly(COMMAND_INPUTS.subPlan, input)
      return values && decodePlan(values[0], values[1], { ...frame, depth: frame.depth + 1 })
    }
    default:
      return undefined
  }
}
