import type { RpcEndpoint } from '../chain/rpc-endpoint.ts'
import { HarnessError } from '../errors.ts'
import { answerUnasked, type Cassette, type CassetteAnswer, hashRequest } from './cassette.ts'
import { answerBody } from './json-rpc.ts'

/** Forks ask for transactions of their own here, or not, as time has it; the upstream never had them. */
const NOT_THERE = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']

/**
 * Answer forks from a cassette; no network is asked.
 *
 * @returns an endpoint whose `post` throws HarnessError CASSETTE_MISS for what was not recorded
 */
export function createReplayEndpoint({ world, entries }: Cassette): RpcEndpoint {
  const answer = (method: string, params: readonly unknown[]): CassetteAnswer => {
    const known = answerUnasked(method) ?? entries.get(hashRequest(method, params))?.answer
    if (known !== undefined) return known
    if (NOT_THERE.includes(method)) return { result: null }
    throw new HarnessError('CASSETTE_MISS', `the cassette has no answer to ${method}`, {
      where: `${method} ${JSON.stringify(params)}`,
      expected: `one of the ${entries.size} questions that were recorded of block ${world.blockNumber} on chain ${world.chainId}`,
      found: 'a question that nobody asked then',
      hint: 'record it again: `assay run <the same scenarios> --rpc-url <url> --fork-block-number <number> --record <file>`',
    })
  }
  return {
    label: 'the cassette',
    post: async (body) => ({
      status: 200,
      body: await answerBody(body, ({ method, params }) => answer(method, params)),
    }),
  }
}
