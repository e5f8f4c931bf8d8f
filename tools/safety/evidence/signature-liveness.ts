import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  numberToHex,
  parseAbi,
} from 'viem'
import type { ChainReader } from '../../core/chain.ts'
import type { Call, TypedData } from '../../core/plan.ts'

const abi = parseAbi([
  'struct TokenSpenderPair { address token; address spender; }',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
  'function nonces(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function filledAmount(bytes orderUid) view returns (uint256)',
  'function getCounter(address offerer) view returns (uint256)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  'function invalidateOrder(bytes orderUid)',
  'function incrementCounter() returns (uint256)',
])

/** How a signature is told to be used up or void, and what makes it so; without calls it can only lapse. */
export interface Liveness {
  isDead(chain: Pick<ChainReader, 'readContract'>): Promise<boolean>
  /** Calls that its signer has to make in person. */
  readonly cancel: readonly Call[]
}

type Message = Readonly<Record<string, unknown>>

interface Scope {
  readonly contract: Address
  readonly message: Message
  readonly signer: Address
  readonly typedData: TypedData
}

const uint = (value: unknown) => BigInt(String(value))
const all = async (answers: readonly Promise<boolean>[]) => (await Promise.all(answers)).every(Boolean)
const call = (to: Address, data: Hex): Call => ({ to, valueWei: 0n, data })

/** Ordered nonces of Permit2, one for each token and spender. */
function permit2Ordered({ contract, message, signer }: Scope): Liveness {
  const details = (Array.isArray(message.details) ? message.details : [message.details]) as Message[]
  const spender = message.spender as Address
  return {
    isDead: (chain) =>
      all(
        details.map(async ({ token, nonce }) => {
          const args = [signer, token as Address, spender] as const
          const found = await chain.readContract({ address: contract, abi, functionName: 'allowance', args })
          return BigInt(found[2]) > uint(nonce)
        }),
      ),
    cancel: details.map(({ token, nonce }) =>
      call(
        contract,
        encodeFunctionData({
          abi,
          functionName: 'invalidateNonces',
          args: [token as Address, spender, Number(uint(nonce)) + 1],
        }),
      ),
    ),
  }
}

/** A bit in a bitmap of Permit2. */
function permit2Unordered({ contract, message, signer }: Scope): Liveness {
  const nonce = uint(message.nonce)
  const [word, mask] = [nonce >> 8n, 1n << (nonce & 255n)]
  return {
    async isDead(chain) {
      const args = [signer, word] as const
      const found = await chain.readContract({ address: contract, abi, functionName: 'nonceBitmap', args })
      return (found & mask) !== 0n
    },
    cancel: [
      call(
        contract,
        encodeFunctionData({ abi, functionName: 'invalidateUnorderedNonces', args: [word, mask] }),
      ),
    ],
  }
}

/** The nonce of ERC-2612 and of DAI, which nothing but a permit itself uses up. */
const tokenNonce = ({ contract, message, signer }: Scope): Liveness => ({
  async isDead(chain) {
    const args = [signer] as const
    return (
      (await chain.readContract({ address: contract, abi, functionName: 'nonces', args })) >
      uint(message.nonce)
    )
  },
  cancel: [],
})

/** An authorisation of ERC-3009; cancelling it takes a signature of its own. */
const authorization = ({ contract, message, signer }: Scope): Liveness => ({
  isDead: (chain) =>
    chain.readContract({
      address: contract,
      abi,
      functionName: 'authorizationState',
      args: [signer, message.nonce as Hex],
    }),
  cancel: [],
})

/** An order of CoW Protocol, by its uid: digest, owner, last second. */
function cowOrder({ contract, message, signer, typedData }: Scope): Liveness {
  const digest = hashTypedData(typedData as never)
  const uid = concatHex([digest, signer, numberToHex(uint(message.validTo), { size: 4 })])
  // GPv2Settlement counts what was filled in the token that the order fixes: sold, or bought.
  const whole = uint(message.kind === 'buy' ? message.buyAmount : message.sellAmount)
  return {
    async isDead(chain) {
      const args = [uid] as const
      const filled = await chain.readContract({ address: contract, abi, functionName: 'filledAmount', args })
      return filled >= whole
    },
    cancel: [call(contract, encodeFunctionData({ abi, functionName: 'invalidateOrder', args: [uid] }))],
  }
}

/** An order of Seaport; its offerer's counter ends all that were signed before. */
const seaportOrder = ({ contract, message, signer }: Scope): Liveness => ({
  async isDead(chain) {
    const args = [signer] as const
    return (
      (await chain.readContract({ address: contract, abi, functionName: 'getCounter', args })) >
      uint(message.counter)
    )
  },
  cancel: [call(contract, encodeFunctionData({ abi, functionName: 'incrementCounter' }))],
})

const BY_TYPE: Readonly<Record<string, (scope: Scope) => Liveness>> = {
  PermitSingle: permit2Ordered,
  PermitBatch: permit2Ordered,
  PermitTransferFrom: permit2Unordered,
  PermitBatchTransferFrom: permit2Unordered,
  PermitWitnessTransferFrom: permit2Unordered,
  PermitBatchWitnessTransferFrom: permit2Unordered,
  Permit: tokenNonce,
  TransferWithAuthorization: authorization,
  ReceiveWithAuthorization: authorization,
  Order: cowOrder,
  OrderComponents: seaportOrder,
}

/** Say how a signature of an account ends before its deadline; undefined when nothing is known of its type. */
export function findLiveness(typedData: TypedData, signer: Address): Liveness | undefined {
  const { domain, message, primaryType } = typedData
  const contract = domain.verifyingContract
  const create = Object.hasOwn(BY_TYPE, primaryType) ? BY_TYPE[primaryType] : undefined
  return contract && create?.({ contract, message, signer, typedData })
}
