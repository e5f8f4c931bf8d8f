import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { TypedData } from '../../core/plan.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { readAddress, readList, readStruct, readUint } from '../../kit/read-message.ts'
import { BASE } from './base.ts'
import { ORDER_TYPES, type Order, toWitness } from './order.ts'

/** Build the transfer of Permit2 whose witness an order is (`PermitHash.sol`, `ExclusiveDutchOrderLib.sol`). */
export function buildTypedOrder(book: AddressBook, order: Order) {
  const { info, input } = order
  return {
    domain: {
      name: 'Permit2',
      chainId: book.chainId,
      verifyingContract: contractOf(book, 'permit2', 'permit2'),
    },
    types: {
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'witness', type: 'ExclusiveDutchOrder' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      ...ORDER_TYPES,
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: input.token, amount: input.endAmount },
      spender: info.reactor,
      nonce: info.nonce,
      deadline: info.deadline,
      witness: toWitness(order),
    },
  } as const
}

const hash = (typedData: unknown) => hashTypedData(typedData as TypedDataDefinition)

/**
 * Read the order of the chain's reactor that typed data signs; undefined where the reactor would ask Permit2 for anything
 * else than exactly this data.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export function readTypedOrder(book: AddressBook, typedData: TypedData): Order | undefined {
  const { reactor } = BASE.on(book)
  try {
    const order = readWitness(typedData)
    const isOurs =
      isAddressEqual(order.info.reactor, reactor) && hash(buildTypedOrder(book, order)) === hash(typedData)
    return isOurs ? order : undefined
  } catch {
    // What has another shape is no order, and what cannot be hashed was never signed.
    return undefined
  }
}

/** Throws where typed data has no such witness. */
function readWitness({ message }: TypedData): Order {
  const witness = readStruct(message.witness)
  const info = readStruct(witness.info)
  return {
    info: {
      reactor: readAddress(info.reactor),
      swapper: readAddress(info.swapper),
      nonce: readUint(info.nonce),
      deadline: readUint(info.deadline),
      additionalValidationContract: readAddress(info.additionalValidationContract),
      additionalValidationData: info.additionalValidationData as Hex,
    },
    decayStartTime: readUint(witness.decayStartTime),
    decayEndTime: readUint(witness.decayEndTime),
    exclusiveFiller: readAddress(witness.exclusiveFiller),
    exclusivityOverrideBps: readUint(witness.exclusivityOverrideBps),
    input: {
      token: readAddress(witness.inputToken),
      startAmount: readUint(witness.inputStartAmount),
      endAmount: readUint(witness.inputEndAmount),
    },
    outputs: readList(witness.outputs)
      .map(readStruct)
      .map(({ token, startAmount, endAmount, recipient }) => ({
        token: readAddress(token),
        startAmount: readUint(startAmount),
        endAmount: readUint(endAmount),
        recipient: readAddress(recipient),
      })),
  }
}
