import { zeroAddress } from 'viem'
import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { fillAbi } from './abi.ts'
import { decodeOrder, type Order } from './order.ts'

/** Most that the protocol takes of outputs beyond them (`ProtocolFees.MAX_FEE_BPS`). */
const MOST_FEE_BPS = 5n

const BPS = 10_000n

/** Decode the filling of an order: its input comes to who fills it, and its outputs are taken of who does. */
export const DECODER: CallDecoder = {
  claims: [{ target: 'own', contracts: ['reactor'], selectors: selectorsOf(fillAbi) }],
  decode(call, { account }) {
    const decoded = call.valueWei === 0n ? decodeExactly(fillAbi, call.data) : undefined
    const order = decoded && decodeOrder(decoded.args[0].order)
    if (order === undefined || !isAddressEqual(order.info.reactor, call.to)) return undefined
    const outputs = order.outputs.map(({ token, startAmount }) => ({
      token,
      amountBaseUnits: atMost(order, startAmount),
    }))
    return {
      ...NO_EFFECT,
      functionName: 'execute',
      outflows: outputs,
      inflows: [order.input.token],
      recipients: [account],
      tokens: [order.input.token, ...outputs.map(({ token }) => token)],
    }
  },
}

/** The most of an output that is ever taken: what others than its exclusive filler pay, and the protocol's fee. */
function atMost({ exclusiveFiller, exclusivityOverrideBps }: Order, startAmount: bigint): bigint {
  const isOpen = isAddressEqual(exclusiveFiller, zeroAddress)
  const override = isOpen ? startAmount : up(startAmount * (BPS + exclusivityOverrideBps))
  return up(override * (BPS + MOST_FEE_BPS))
}

const up = (amountBps: bigint) => (amountBps + BPS - 1n) / BPS
