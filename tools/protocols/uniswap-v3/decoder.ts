import { type Address, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedOutflow,
  type DecodedPositionChange,
  type FormatDecoder,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { withValue } from '../../kit/decode-bundle.ts'
import { decodeExactly, decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { INCENTIVE_KEY, poolAbi, positionManagerAbi, stakerAbi, swapRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { decodePath } from './path.ts'

/** Recipients by which SwapRouter02 means the caller and itself (swap-router-contracts `Constants.sol`). */
const CALLER_SENTINEL: Address = '0x0000000000000000000000000000000000000001'
const ROUTER_SENTINEL: Address = '0x0000000000000000000000000000000000000002'

/** Bundles within bundles are unfolded to this depth. */
const MAX_DEPTH = 8

interface Frame {
  readonly target: Address
  readonly account: Address
  /** Undefined on chains without one. */
  readonly staker: Address | undefined
  readonly data: Hex
  readonly depth: number
}

type DecodeFrame = (frame: Frame) => DecodedCall | undefined

/** Decode swaps of SwapRouter02 and calls of the position manager, bundles of both unfolded, and of the staker. */
export const DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['swapRouter'], selectors: selectorsOf(swapRouterAbi) },
    { target: 'own', contracts: ['positionManager'], selectors: selectorsOf(positionManagerAbi) },
    { target: 'own', contracts: ['staker'], selectors: selectorsOf(stakerAbi) },
  ],
  decode(call, { account, book }) {
    const { swapRouter, staker } = BASE.on(book)
    const decode = isAddressEqual(call.to, swapRouter)
      ? decodeRouterCall
      : staker && isAddressEqual(call.to, staker)
        ? decodeStakerCall
        : decodeManagerCall
    const decoded = decode({ target: call.to, account, staker, data: call.data, depth: 0 })
    if (decoded === undefined || call.valueWei === 0n) return decoded
    const [paid] = decoded.outflows
    const isUsed =
      /^exactInput/.test(decoded.functionName) &&
      paid?.token === book.wrappedNative &&
      paid?.amountBaseUnits === call.valueWei
    // Value that a swap or a deposit does not use stays in the contract, for anyone to take.
    const counted = withValue(call.valueWei, decoded, call.to)
    return isUsed ? { ...counted, recipients: decoded.recipients } : counted
  },
}

const outflow = (token: Address, amountBaseUnits: bigint): DecodedOutflow[] =>
  amountBaseUnits === 0n ? [] : [{ token, amountBaseUnits }]

function decodeBundle(decode: DecodeFrame, frame: Frame, calls: readonly Hex[]): DecodedCall | undefined {
  if (frame.depth >= MAX_DEPTH) return undefined
  return {
    ...NO_EFFECT,
    functionName: 'multicall',
    inner: calls.map((data) => decode({ ...frame, data, depth: frame.depth + 1 }) ?? { undecodable: data }),
  }
}

/** Who a router means by a recipient. */
const toRecipient = (recipient: Address, { account, target }: Pick<Frame, 'account' | 'target'>): Address =>
  isAddressEqual(recipient, CALLER_SENTINEL)
    ? account
    : isAddressEqual(recipient, ROUTER_SENTINEL)
      ? target
      : recipient

/** Input of the commands `V3_SWAP_EXACT_IN` and `V3_SWAP_EXACT_OUT` (universal-router `Dispatcher.sol`). */
export const SWAP_COMMAND = parseAbiParameters(
  'address recipient, uint256 amount, uint256 limit, bytes path, bool payerIsUser',
)

/** Decode a swap as a command of another router gives it; what that router pays left the account before. */
const decodeSwapCommand =
  (functionName: string, side: 'input' | 'output'): FormatDecoder['decode'] =>
  ({ data, account, target }) => {
    const values = decodeParametersExactly(SWAP_COMMAND, data)
    const path = values && decodePath(values[3])?.tokens
    if (values === undefined || path === undefined) return undefined
    const [recipient, amount, limit, , pays] = values
    const [tokens, paid] = side === 'input' ? [path, amount] : [path.toReversed(), limit]
    return {
      ...NO_EFFECT,
      functionName,
      outflows: pays ? [{ token: tokens[0] as Address, amountBaseUnits: paid }] : [],
      inflows: tokens.slice(-1),
      recipients: [toRecipient(recipient, { account, target })],
      tokens,
    }
  }

/** Swaps inside of other routers' commands. */
export const SWAP_FORMATS: readonly FormatDecoder[] = [
  { format: 'v3-swap-exact-input', decode: decodeSwapCommand('V3_SWAP_EXACT_IN', 'input') },
  { format: 'v3-swap-exact-output', decode: decodeSwapCommand('V3_SWAP_EXACT_OUT', 'output') },
]

function decodeRouterCall(frame: Frame): DecodedCall | undefined {
  const decoded = decodeExactly(swapRouterAbi, frame.data)
  if (decoded === undefined) return undefined
  const swap = (amount: bigint, tokens: readonly Address[], recipient: Address): DecodedCall => ({
    ...NO_EFFECT,
    functionName: decoded.functionName,
    outflows: outflow(tokens[0] as Address, amount),
    inflows: tokens.slice(-1),
    recipients: [toRecipient(recipient, frame)],
    tokens,
  })
  switch (decoded.functionName) {
    case 'exactInputSingle': {
      const [{ tokenIn, tokenOut, amountIn, recipient }] = decoded.args
      return swap(amountIn, [tokenIn, tokenOut], recipient)
    }
    case 'exactOutputSingle': {
      const [{ tokenIn, tokenOut, amountInMaximum, recipient }] = decoded.args
      return swap(amountInMaximum, [tokenIn, tokenOut], recipient)
    }
    case 'exactInput': {
      const [{ path, amountIn, recipient }] = decoded.args
      const tokens = decodePath(path)?.tokens
      return tokens && swap(amountIn, tokens, recipient)
    }
    case 'exactOutput': {
      const [{ path, amountInMaximum, recipient }] = decoded.args
      // The path of an exact output runs from the last token to the first.
      const tokens = decodePath(path)?.tokens.toReversed()
      return tokens && swap(amountInMaximum, tokens, recipient)
    }
    case 'multicall':
      return decodeBundle(
        decodeRouterCall,
        frame,
        decoded.args.length === 1 ? decoded.args[0] : decoded.args[1],
      )
  }
}

function decodeManagerCall(frame: Frame): DecodedCall | undefined {
  const decoded = decodeExactly(positionManagerAbi, frame.data)
  if (decoded === undefined) return undefined
  const effect = { ...NO_EFFECT, functionName: decoded.functionName }
  const change = (id: bigint | 'new', kind: DecodedPositionChange['change']): DecodedPositionChange[] => [
    { protocol: BASE.id, contract: frame.target, id: id.toString(), change: kind },
  ]
  switch (decoded.functionName) {
    case 'mint': {
      const [{ token0, token1, amount0Desired, amount1Desired, recipient }] = decoded.args
      return {
        ...effect,
        outflows: [...outflow(token0, amount0Desired), ...outflow(token1, amount1Desired)],
        recipients: [recipient],
        tokens: [token0, token1],
        positions: change('new', 'open'),
      }
    }
    // The bytes of the next four name a position and not its tokens: only a simulation shows what moves.
    case 'increaseLiquidity':
      return { ...effect, positions: change(decoded.args[0].tokenId, 'increase') }
    case 'decreaseLiquidity':
      return { ...effect, positions: change(decoded.args[0].tokenId, 'decrease') }
    case 'collect': {
      const [{ tokenId, recipient }] = decoded.args
      // The manager keeps what is collected to the zero address.
      const receiver = isAddressEqual(recipient, zeroAddress) ? frame.target : recipient
      return { ...effect, recipients: [receiver], positions: change(tokenId, 'collect') }
    }
    case 'burn':
      return { ...effect, positions: change(decoded.args[0], 'close') }
    case 'createAndInitializePoolIfNecessary':
      return effect
    case 'multicall':
      return decodeBundle(decodeManagerCall, frame, decoded.args[0])
    case 'approve':
      // Taking an approval back never depends on anything.
      return isAddressEqual(decoded.args[0], zeroAddress)
        ? effect
        : { ...effect, forbidden: 'approval of a position' }
    case 'setApprovalForAll':
      return decoded.args[1] ? { ...effect, forbidden: 'setApprovalForAll' } : effect
    case 'transferFrom':
    case 'safeTransferFrom': {
      const [from, to, id, incentive] = decoded.args
      // The staker books it as the sender's, and stakes it at once in what the bytes name.
      const isStake =
        incentive !== undefined &&
        isAddressEqual(from, frame.account) &&
        frame.staker !== undefined &&
        isAddressEqual(to, frame.staker) &&
        decodeParametersExactly(INCENTIVE_KEY, incentive) !== undefined
      return isStake
        ? { ...effect, positions: change(id, 'increase') }
        : { ...effect, recipients: [to], forbidden: 'transfer of a position' }
    }
    case 'permit':
      return { ...effect, forbidden: 'permit by signature' }
    default:
      return undefined
  }
}

/** What lies with the staker is whoever's deposited it, which alone may take it back: any other call of it reverts. */
function decodeStakerCall({ target, account, data }: Frame): DecodedCall | undefined {
  const decoded = decodeExactly(stakerAbi, data)
  if (decoded === undefined) return undefined
  const { functionName } = decoded
  const effect = (id: string, change: DecodedPositionChange['change']): DecodedCall => ({
    ...NO_EFFECT,
    functionName,
    positions: [{ protocol: BASE.id, contract: target, id, change, owner: account }],
  })
  switch (functionName) {
    case 'stakeToken':
      return effect(decoded.args[1].toString(), 'increase')
    case 'unstakeToken':
      return effect(decoded.args[1].toString(), 'decrease')
    case 'withdrawToken': {
      const [id, to] = decoded.args
      return { ...effect(id.toString(), 'close'), recipients: [to] }
    }
    case 'claimReward': {
      const [token, to] = decoded.args
      return { ...effect(token, 'collect'), recipients: [to], tokens: [token] }
    }
    default:
      return undefined
  }
}

/** Decode what has a pool keep more observations; pools have no address in common. */
export const POOL_DECODER: CallDecoder = {
  claims: [{ target: 'any', selectors: selectorsOf(poolAbi, ['increaseObservationCardinalityNext']) }],
  decode: ({ valueWei, data }) =>
    valueWei === 0n && decodeExactly(poolAbi, data)?.functionName === 'increaseObservationCardinalityNext'
      ? { ...NO_EFFECT, functionName: 'increaseObservationCardinalityNext' }
      : undefined,
}
