import type { RpcEndpoint } from '../chain/rpc-endpoint.ts'
import { HarnessError } from '../errors.ts'
import { answerFromHistory } from './answer-from-history.ts'
import { answerFromState } from './answer-from-state.ts'
import { type GenesisAccounts, openGenesis } from './dump.ts'
import type { OriginAtRest } from './origin-at-rest.ts'

interface Asked {
  readonly id: unknown
  readonly method: string
  readonly params?: readonly unknown[]
}

/**
 * Answer what forks ask from an origin at rest: no process has to hold it, and it is as good offline.
 *
 * The origin is a whole chain, so that what stands nowhere in it is empty there. Only its head has a state.
 *
 * @param readAccounts - reads its accounts, where they are read elsewhere too
 * @returns an endpoint whose `post` throws HarnessError RPC_ERROR for what an origin at rest cannot answer
 */
export function createOriginEndpoint(
  origin: OriginAtRest,
  readAccounts: () => GenesisAccounts = openGenesis(origin.genesis),
): RpcEndpoint {
  const sources = [answerFromState(origin, readAccounts), answerFromHistory(origin)]
  const answer = ({ id, method, params = [] }: Asked) => {
    for (const source of sources) {
      const result = source(method, params)
      if (result !== undefined) return { jsonrpc: '2.0', id, result }
    }
    throw miss(method, params)
  }
  return {
    label: 'the embedded origin',
    async post(body) {
      const asked = JSON.parse(body) as Asked | readonly Asked[]
      const answered = 'method' in asked ? answer(asked) : asked.map(answer)
      return { status: 200, body: JSON.stringify(answered) }
    },
  }
}

const miss = (method: string, params: readonly unknown[]) =>
  new HarnessError('RPC_ERROR', `the embedded origin has no answer to ${method}`, {
    where: JSON.stringify(params),
    expected: 'a question about its blocks, or about its state at the head',
    hint: 'this is a defect of the harness: let harness/world answer it',
  })
