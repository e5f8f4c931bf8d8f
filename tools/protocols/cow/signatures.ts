import { concatHex, hashTypedData, numberToHex, zeroAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { SignatureReader } from '../../core/signature-reader.ts'
import { readAddress, readUint } from '../../kit/read-message.ts'
import { settlementAbi } from './base.ts'

/** Orders (GPv2Order.sol), known by their uid: digest, owner, last second. */
export const SIGNATURES: readonly SignatureReader[] = [
  {
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    verifier: 'spender',
    read: (message, contract) => ({
      authorities: [
        {
          token: readAddress(message.sellToken),
          spender: contract,
          // The zero address stands for the owner of the order.
          recipients: [readAddress(message.receiver)].filter((receiver) => receiver !== zeroAddress),
          amountBaseUnits: readUint(message.sellAmount) + readUint(message.feeAmount),
          untilSeconds: readUint(message.validTo),
        },
      ],
    }),
    findLiveness({ contract, signer, typedData }) {
      const { message } = typedData
      const digest = hashTypedData(typedData as never)
      const uid = concatHex([digest, signer, numberToHex(readUint(message.validTo), { size: 4 })])
      // GPv2Settlement counts what was filled in the token that the order fixes: sold, or bought.
      const whole = readUint(message.kind === 'buy' ? message.buyAmount : message.sellAmount)
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
