import { loadArtifact, loadSplitArtifact } from '../../chain/artifacts.ts'

const TASKS = '@balancer-labs/v2-deployments/dist/tasks'
const FIRST_POOLS = 'deprecated/20210418-weighted-pool'

/** Load a contract of Balancer's deployments, by the task that deployed it on mainnet. */
export const loadContract = (task: string, name: string) =>
  loadArtifact(`${TASKS}/${task}/artifact/${name}.json`)

/** Load the weighted pool of two tokens, first version. */
export const loadWeightedPool = () =>
  loadSplitArtifact(
    `${TASKS}/${FIRST_POOLS}/abi/WeightedPool2Tokens.json`,
    `${TASKS}/${FIRST_POOLS}/bytecode/WeightedPool2Tokens.json`,
  )
