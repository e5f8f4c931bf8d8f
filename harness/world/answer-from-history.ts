import { type Hex, numberToHex, type RpcLog } from 'viem'
import type { Answer, OriginAtRest } from './origin-at-rest.ts'
import { type OriginBlock, openHistory } from './origin-history.ts'

interface LogFilter {
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly blockHash?: Hex
  readonly address?: string | readonly string[]
  readonly topics?: readonly (string | readonly string[] | null)[]
}

/** Answer what is asked about the blocks of an origin, their transactions and logs; null for those that it never had. */
export function answerFromHistory({ chainId, headNumber, history: text }: OriginAtRest): Answer {
  const history = openHistory(text)
  const toNumber = (tag: unknown) => (tag === 'latest' ? headNumber : Number(tag))
  const listLogs = ({ fromBlock = 'latest', toBlock = 'latest', blockHash, ...wanted }: LogFilter) =>
    history.receipts.flatMap(({ logs }) =>
      logs.filter((log) => {
        const number = Number(log.blockNumber)
        const isInRange =
          blockHash === undefined
            ? number >= toNumber(fromBlock) && number <= toNumber(toBlock)
            : log.blockHash === blockHash
        return isInRange && isWanted(log, wanted)
      }),
    )
  return (method, [first, second]) => {
    switch (method) {
      case 'eth_chainId':
        return numberToHex(chainId)
      case 'eth_blockNumber':
        return numberToHex(headNumber)
      case 'eth_gasPrice':
        return history.gasPrice
      case 'eth_getBlockByNumber':
        return showBlock(history.block(toNumber(first)), second)
      case 'eth_getBlockByHash':
        return showBlock(
          history.blocks.find(({ hash }) => hash === first),
          second,
        )
      case 'eth_getTransactionByHash':
        return (
          history.blocks.flatMap(({ transactions }) => transactions).find(({ hash }) => hash === first) ??
          null
        )
      case 'eth_getTransactionReceipt':
        return history.receipts.find(({ transactionHash }) => transactionHash === first) ?? null
      case 'eth_getLogs':
        return listLogs(first as LogFilter)
      default:
        return undefined
    }
  }
}

const showBlock = (block: OriginBlock | undefined, isWhole: unknown) =>
  block === undefined || isWhole === true
    ? (block ?? null)
    : { ...block, transactions: block.transactions.map(({ hash }) => hash) }

function isWanted(log: RpcLog, { address, topics = [] }: LogFilter): boolean {
  const addresses = address === undefined ? undefined : [address].flat().map((one) => one.toLowerCase())
  if (addresses !== undefined && !addresses.includes(log.address)) return false
  return topics.every((topic, index) => topic === null || [topic].flat().includes(`${log.topics[index]}`))
}
