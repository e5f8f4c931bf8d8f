import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { SignatureReader } from '../../core/signature-reader.ts'
import { readAddress, readList, readStruct, readUint } from '../../kit/read-message.ts'
import { seaportAbi } from './base.ts'

const ERC20_ITEM = 1n

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** Orders (ConsiderationStructs.sol); the counter of the account that offers ends all that were signed before. */
export const SIGNATURES: readonly SignatureReader[] = [
  {
    type: 'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
    verifier: 'spender',
    read: (message, contract) => ({
      owner: readAddress(message.offerer),
      authorities: readList(message.offer).map((item) => {
        const { itemType, token, startAmount, endAmount } = readStruct(item)
        if (readUint(itemType) !== ERC20_ITEM) throw new Error('it offers something else than an ERC-20')
        return {
          token: readAddress(token),
          spender: contract,
          recipients: readList(message.consideration).map((paid) => readAddress(readStruct(paid).recipient)),
          amountBaseUnits: larger(readUint(startAmount), readUint(endAmount)),
          untilSeconds: readUint(message.endTime),
        }
      }),
    }),
    findLiveness: ({ contract, signer, typedData }) => ({
      async isDead(chain) {
        const seaport = { address: contract, abi: seaportAbi }
        const query = { ...seaport, functionName: 'getCounter', args: [signer] } as const
        return (await chain.readContract(query)) > readUint(typedData.message.counter)
      },
      cancel: [
        {
          to: contract,
          valueWei: 0n,
          data: encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }),
        },
      ],
    }),
  },
]
