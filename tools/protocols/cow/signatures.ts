import { concatHex, hashTypedData, numberToHex, zeroAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { SignatureReader } from '../../core/signature-reader.ts'
import { type Message, readAddress, readUint } from '../../kit/read-message.ts'
import { settlementAbi } from './base.ts'

/**
 * Read the amount that an order fixes, in which GPv2Settlement counts what was filled. Of nothing it would be filled, and its
 * fee taken, as often as a solver likes: throws then.
 */
function readWhole(message: Message): bigint {
  const whole = readUint(message.kind === 'buy' ? message.buyAmount : message.sellAmount)
  if (whole === 0n) throw new Error('it fixes no amount, so that its fee could be taken again and again')
  return whole
}

/** Orders (GPv2Order.sol), known by their uid: digest, owner, last second. */
export const SIGNATURES: readonly SignatureReader[] = [
  {
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    verifier: 'spender',
    read(message, contract) {
      readWhole(message)
      const authority = {
        token: readAddress(message.sellToken),
        spender: contract,
        // The zero address stands for the owner of the order.
        recipients: [readAddress(message.receiver)].filter((receiver) => receiver !== zeroAddress),
        amountBaseUnits: readUint(message.sellAmount) + readUint(message.feeAmount),
        untilSeconds: readUint(message.validTo),
      }
      return { authorities: [authority] }
    },
    findLiveness({ contract, signer, typedData }) {
      const { message } = typedData
      const digest = hashTypedData(typedData as never)
      const uid = concatHex([digest, signer, numberToHex(readUint(message.validTo), { size: 4 })])
      const whole = readWhole(message)
      const settlement = { address: contract, abi: settlementAbi }
      const data = encodeFunctionData({ abi: settlementAbi, functionName: 'invalidateOrder', args: [uid] })
      return {
        async isDead(chain) {
          const query = { ...settlement, functionName: 'filledAmount', args: [uid] } as const
          return (await chain.readContract(query)) >= whole
        },
        cancel: [{ to: contract, valueWei: 0n, data }],
      }
    },
  },
]
