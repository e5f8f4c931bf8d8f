import {
  type Address,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { keyAccount } from '../../key-account.ts'

/** Who asks for swaps, and one who holds nothing to swap. */
export const SWAPPER = keyAccount(keccak256(stringToHex('the key of a swapper')))
export const PAUPER = keyAccount(keccak256(stringToHex('the key of a swapper who has nothing')))

// Sources of order and types: ExclusiveDutchOrderLib.sol of https://github.com/Uniswap/UniswapX.
const ORDER = parseAbiParameters([
  'ExclusiveDutchOrder order',
  'struct OrderInfo { address reactor; address swapper; uint256 nonce; uint256 deadline; address additionalValidationContract; bytes additionalValidationData; }',
  'struct DutchInput { address token; uint256 startAmount; uint256 endAmount; }',
  'struct DutchOutput { address token; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct ExclusiveDutchOrder { OrderInfo info; uint256 decayStartTime; uint256 decayEndTime; address exclusiveFiller; uint256 exclusivityOverrideBps; DutchInput input; DutchOutput[] outputs; }',
])
const uint = (name: string) => ({ name, type: 'uint256' })
const address = (name: string) => ({ name, type: 'address' })
const TYPES = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    address('spender'),
    uint('nonce'),
    uint('deadline'),
    { name: 'witness', type: 'ExclusiveDutchOrder' },
  ],
  TokenPermissions: [address('token'), uint('amount')],
  ExclusiveDutchOrder: [
    { name: 'info', type: 'OrderInfo' },
    uint('decayStartTime'),
    uint('decayEndTime'),
    address('exclusiveFiller'),
    uint('exclusivityOverrideBps'),
    address('inputToken'),
    uint('inputStartAmount'),
    uint('inputEndAmount'),
    { name: 'outputs', type: 'DutchOutput[]' },
  ],
  OrderInfo: [
    address('reactor'),
    address('swapper'),
    uint('nonce'),
    uint('deadline'),
    address('additionalValidationContract'),
    { name: 'additionalValidationData', type: 'bytes' },
  ],
  DutchOutput: [address('token'), uint('startAmount'), uint('endAmount'), address('recipient')],
}

/** Where orders hold. */
export interface OrderDomain {
  readonly chainId: number
  readonly permit2: Address
  readonly reactor: Address
}

/** What a swapper asks for: amounts in base units, times in seconds. */
export interface OrderTerms {
  readonly nonce: bigint
  readonly deadline: bigint
  readonly decay?: readonly [startSeconds: bigint, endSeconds: bigint]
  readonly exclusiveFiller?: Address
  readonly input: { readonly token: Address; readonly amount: bigint }
  readonly output: { readonly token: Address; readonly amounts: readonly [start: bigint, end: bigint] }
}

/** An order as an order service hands it to fillers. */
export interface ServedOrder {
  readonly order: Hex
  readonly signature: Hex
}

/**
 * Sign an order, as swappers do, and write it as a filler gets it. It stands in for the order service of Uniswap, which
 * keeps and hands out what swappers signed; reactor and Permit2 are the published ones.
 */
export async function serveOrder(
  swapper: typeof SWAPPER,
  { chainId, permit2, reactor }: OrderDomain,
  { nonce, deadline, decay = [deadline, deadline], exclusiveFiller = zeroAddress, input, output }: OrderTerms,
): Promise<ServedOrder> {
  const [startAmount, endAmount] = output.amounts
  const [decayStartTime, decayEndTime] = decay
  const shared = {
    info: {
      reactor,
      swapper: swapper.address,
      nonce,
      deadline,
      additionalValidationContract: zeroAddress,
      additionalValidationData: '0x' as Hex,
    },
    decayStartTime,
    decayEndTime,
    exclusiveFiller,
    exclusivityOverrideBps: 0n,
    outputs: [{ token: output.token, startAmount, endAmount, recipient: swapper.address }],
  }
  const { token, amount } = input
  const signature = await swapper.signTypedData({
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    types: TYPES,
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token, amount },
      spender: reactor,
      nonce,
      deadline,
      witness: { ...shared, inputToken: token, inputStartAmount: amount, inputEndAmount: amount },
    },
  })
  const order = { ...shared, input: { token, startAmount: amount, endAmount: amount } }
  return { order: encodeAbiParameters(ORDER, [order]), signature }
}
