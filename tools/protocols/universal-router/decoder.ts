import { type Address, type Hex, size, slice, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type CallDecoder, type DecodedCall, type InnerCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { withValue } from '../../kit/decode-bundle.ts'
import { decodeExactly, decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { COMMAND_INPUTS, universalRouterAbi } from './abi.ts'

/** Recipients by which the router means the caller and itself (`ActionConstants.sol`). */
const CALLER_SENTINEL: Address = '0x0000000000000000000000000000000000000001'
const ROUTER_SENTINEL: Address = '0x0000000000000000000000000000000000000002'

/** Plans within plans are unfolded to this depth. */
const MAX_DEPTH = 8

/** The command that wraps native coins of the router (`WRAP_ETH`). */
const WRAP = 11

/** The command that gives back in native coins what the router holds of wrapped ones (`UNWRAP_WETH`). */
const UNWRAP = 12

interface Frame {
  readonly router: Address
  readonly account: Address
  readonly depth: number
  /** The wrapped native coin, where all that the router holds of it comes back to the account in the end. */
  readonly givenBack: Address | undefined
}

/** What one command means in a frame; undefined where its input is not understood. */
type CommandDecoder = (input: Hex, frame: Frame) => InnerCall | undefined

/**
 * Decode plans of the Universal Router, on any target. A command that is unknown, or one that may fail while the
 * rest goes on, is not understood.
 */
export const DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(universalRouterAbi) }],
  decode(call, { account, book }) {
    const decoded = decodeExactly(universalRouterAbi, call.data)
    if (decoded === undefined) return undefined
    const [commands, inputs] = decoded.args
    const frame = { router: call.to, account, depth: 0, givenBack: undefined }
    const isGivenBack = givesBack(commands, inputs, frame)
    const plan = decodePlan(commands, inputs, {
      ...frame,
      givenBack: isGivenBack ? book.wrappedNative : undefined,
    })
    if (plan === undefined) return undefined
    // What the commands do not use stays in the router, for anyone to take.
    const counted = withValue(call.valueWei, plan, call.to)
    const isUsed = isGivenBack && sumWrapped(commands, inputs, frame) === call.valueWei
    return isUsed ? { ...counted, recipients: plan.recipients } : counted
  },
}

const commandAt = (commands: Hex, index: number) => Number(slice(commands, index, index + 1))

/** Whether a plan ends by giving the account what the router holds of wrapped coins. */
function givesBack(commands: Hex, inputs: readonly Hex[], frame: Frame): boolean {
  const last = inputs.length - 1
  if (last < 0 || size(commands) !== inputs.length || commandAt(commands, last) !== UNWRAP) return false
  const recipient = decodeParametersExactly(COMMAND_INPUTS.wrap, inputs[last] as Hex)?.[0]
  return recipient !== undefined && isAddressEqual(toRecipient(recipient, frame), frame.account)
}

/** The native coins that a plan wraps and leaves in the router. */
const sumWrapped = (commands: Hex, inputs: readonly Hex[], frame: Frame): bigint =>
  inputs
    .filter((_, index) => commandAt(commands, index) === WRAP)
    .map((input) => decodeParametersExactly(COMMAND_INPUTS.wrap, input))
    .filter((values) => values !== undefined && isAddressEqual(toRecipient(values[0], frame), frame.router))
    .reduce((sum, values) => sum + (values?.[1] ?? 0n), 0n)

function decodePlan(commands: Hex, inputs: readonly Hex[], frame: Frame): DecodedCall | undefined {
  if (size(commands) !== inputs.length || frame.depth > MAX_DEPTH) return undefined
  const inner = inputs.map((input, index): InnerCall => {
    return (
      COMMANDS[commandAt(commands, index)]?.(input, frame) ?? {
        undecodable: slice(commands, index, index + 1),
      }
    )
  })
  return { ...NO_EFFECT, functionName: 'execute', inner }
}

const toRecipient = (recipient: Address, { account, router }: Frame) =>
  isAddressEqual(recipient, CALLER_SENTINEL)
    ? account
    : isAddressEqual(recipient, ROUTER_SENTINEL)
      ? router
      : recipient

const effect = (
  functionName: string,
  parts: Partial<Pick<DecodedCall, 'outflows' | 'inflows' | 'recipients' | 'tokens'>>,
): DecodedCall => ({ ...NO_EFFECT, functionName, ...parts })

const inFormat =
  (format: string): CommandDecoder =>
  (data, { router, account }) => ({ format, data, target: router, account })

/** What comes to the router and is given back in the end comes to the account. */
const toReceiver = (recipient: Address, token: Address | undefined, frame: Frame): Address => {
  const receiver = toRecipient(recipient, frame)
  const isGivenBack =
    token !== undefined && frame.givenBack !== undefined && isAddressEqual(token, frame.givenBack)
  return isGivenBack && isAddressEqual(receiver, frame.router) ? frame.account : receiver
}

const TOKEN_BYTES = 20

/** A swap of V3, whose format tells nothing of what the rest of the plan does with what comes to the router. */
const swapByPath: CommandDecoder = (input, { router, account, ...frame }) => {
  const format = 'v3-swap-exact-input'
  const values = decodeParametersExactly(COMMAND_INPUTS.v3Swap, input)
  if (values === undefined || size(values[3]) < TOKEN_BYTES) return undefined
  const [recipient, amount, limit, path, pays] = values
  const receiver = toReceiver(recipient, slice(path, -TOKEN_BYTES), { router, account, ...frame })
  const data = encodeAbiParameters(COMMAND_INPUTS.v3Swap, [receiver, amount, limit, path, pays])
  return { format, data, target: router, account }
}

/** Tokens that the caller pays leave it; those that the router pays left it before. */
const swapByList =
  (functionName: string, isExactIn: boolean): CommandDecoder =>
  (input, frame) => {
    const values = decodeParametersExactly(COMMAND_INPUTS.v2Swap, input)
    if (values === undefined) return undefined
    const [recipient, amount, limit, tokens, pays] = values
    const [first] = tokens
    if (first === undefined || tokens.length < 2) return undefined
    return effect(functionName, {
      outflows: pays ? [{ token: first, amountBaseUnits: isExactIn ? amount : limit }] : [],
      inflows: tokens.slice(-1),
      recipients: [toReceiver(recipient, tokens.at(-1), frame)],
      tokens,
    })
  }

const transfer: CommandDecoder = (input, frame) => {
  const values = decodeParametersExactly(COMMAND_INPUTS.permit2Transfer, input)
  if (values === undefined) return undefined
  const [token, recipient, amountBaseUnits] = values
  return effect('PERMIT2_TRANSFER_FROM', {
    outflows: [{ token, amountBaseUnits }],
    recipients: [toRecipient(recipient, frame)],
    tokens: [token],
  })
}

const transferBatch: CommandDecoder = (input, frame) => {
  const transfers = decodeParametersExactly(COMMAND_INPUTS.permit2TransferBatch, input)?.[0]
  if (transfers?.every(({ from }) => isAddressEqual(from, frame.account)) !== true) return undefined
  return effect('PERMIT2_TRANSFER_FROM_BATCH', {
    outflows: transfers.map(({ token, amount }) => ({ token, amountBaseUnits: amount })),
    recipients: transfers.map(({ to }) => toRecipient(to, frame)),
    tokens: transfers.map(({ token }) => token),
  })
}

const permit: CommandDecoder = () => ({
  ...NO_EFFECT,
  functionName: 'PERMIT2_PERMIT',
  forbidden: 'Permit2 permit by signature',
})

/** Pay out of the router what came there before. */
const pay: CommandDecoder = (input, frame) => {
  const values = decodeParametersExactly(COMMAND_INPUTS.toRecipient, input)
  if (values === undefined) return undefined
  const token = isAddressEqual(values[0], zeroAddress) ? NATIVE_TOKEN : values[0]
  return effect('PAY', { recipients: [toRecipient(values[1], frame)], tokens: [token] })
}

const wrap: CommandDecoder = (input, frame) => {
  const values = decodeParametersExactly(COMMAND_INPUTS.wrap, input)
  return values && effect('WRAP_ETH', { recipients: [toReceiver(values[0], frame.givenBack, frame)] })
}

const unwrap: CommandDecoder = (input, frame) => {
  const values = decodeParametersExactly(COMMAND_INPUTS.wrap, input)
  return (
    values && effect('UNWRAP_WETH', { inflows: [NATIVE_TOKEN], recipients: [toRecipient(values[0], frame)] })
  )
}

const checkBalance: CommandDecoder = (input) =>
  decodeParametersExactly(COMMAND_INPUTS.balanceCheck, input) && effect('BALANCE_CHECK_ERC20', {})

const subPlan: CommandDecoder = (input, frame) => {
  const values = decodeParametersExactly(COMMAND_INPUTS.subPlan, input)
  return values && decodePlan(values[0], values[1], { ...frame, depth: frame.depth + 1 })
}

/** Commands by their byte (`Commands.sol`); with the flag that lets it fail it is another one. */
const COMMANDS: Readonly<Record<number, CommandDecoder>> = {
  0: swapByPath,
  1: inFormat('v3-swap-exact-output'),
  2: transfer,
  3: permit,
  4: pay,
  5: pay,
  6: pay,
  8: swapByList('V2_SWAP_EXACT_IN', true),
  9: swapByList('V2_SWAP_EXACT_OUT', false),
  10: permit,
  [WRAP]: wrap,
  [UNWRAP]: unwrap,
  13: transferBatch,
  14: checkBalance,
  16: inFormat('v4-swap'),
  33: subPlan,
}
