import * as fc from 'fast-check'
import type { RpcClient } from '../../harness/chain/rpc-client.ts'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { isFault, keepSteps, stepsOf } from '../../harness/fuzz/case-steps.ts'
import { FUZZ_PROPERTIES } from '../../harness/fuzz/properties.ts'
import type { CaseOracle } from '../../harness/property/case-judge.ts'
import type { ScenarioDocument } from '../../harness/scenario/case.ts'
import { executeCase } from '../../harness/schedule/execute-case.ts'
import type { Environment } from '../../harness/stage/environment.ts'

/** What drawn cases cost. */
export interface OperationCost {
  readonly operationsPerSecond: number
  /** Share of the time in which at least one request was on its way, 0 to 1. */
  readonly requestShare: number
  /** Time with the model beside the stack over time with nothing but the laws. */
  readonly modelRatio: number
}

const CASES = 120
const WARM_UP = 20

/** Play drawn cases without faults on one environment, each with the model and without it. */
export async function measureOperations(environment: Environment): Promise<OperationCost> {
  const [property] = FUZZ_PROPERTIES
  if (property === undefined) throw new Error('there is no property to draw from')
  const documents = fc
    .sample(property.draw, { seed: 1, numRuns: CASES })
    .map((document) => ({ ...document, steps: keepSteps(stepsOf(document), (step) => !isFault(step)) }))
  const requests = watchRequests([environment.agentRpc, environment.oracleRpc, environment.fork.rpc])
  const play = async (document: ScenarioDocument, oracle: CaseOracle) => {
    const job = {
      id: 'bench',
      kind: 'property',
      name: 'bench',
      path: '',
      file: 'bench',
      area: 'bench',
      seed: '1',
      document,
      oracle,
    } as const
    const ports = { setTimer: setRealTimer, nowMs: () => performance.now(), onEvent: () => undefined }
    const [started, asked] = [performance.now(), requests.busyMs()]
    const { body } = await executeCase(document, job, environment, ports)
    if (body.verdict !== 'passed')
      throw new Error(`a case of the bench did not pass: ${JSON.stringify(body)}`)
    const elapsedMs = performance.now() - started
    return { elapsedMs, requestMs: requests.busyMs() - asked, operations: body.steps.length }
  }
  const sums = { model: 0, laws: 0, requests: 0, operations: 0 }
  for (const [index, document] of documents.entries()) {
    const [withModel, withLaws] = [await play(document, 'model'), await play(document, 'laws')]
    if (index < WARM_UP) continue
    sums.model += withModel.elapsedMs
    sums.laws += withLaws.elapsedMs
    sums.requests += withModel.requestMs
    sums.operations += withModel.operations
  }
  return {
    operationsPerSecond: (1_000 * sums.operations) / sums.model,
    requestShare: sums.requests / sums.model,
    modelRatio: sums.model / sums.laws,
  }
}

/** Measure how long at least one request of some connections is on its way. */
function watchRequests(clients: readonly RpcClient[]) {
  let inFlight = 0
  let since = 0
  let busyMs = 0
  for (const client of clients) {
    const original = client.request.bind(client)
    client.request = async <T>(method: string, params?: readonly unknown[]) => {
      if (inFlight === 0) since = performance.now()
      inFlight += 1
      try {
        return await original<T>(method, params)
      } finally {
        inFlight -= 1
        if (inFlight === 0) busyMs += performance.now() - since
      }
    }
  }
  return { busyMs: () => busyMs }
}
