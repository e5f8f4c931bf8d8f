import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import {
  compareAnswers,
  compareCode,
  comparePolicy,
  compareReaders,
  listQuestions,
  listReaderViews,
} from './compare-deployment.ts'
import { readCagePolicy } from './read-cage.ts'

const MOST_DIFFERENCES = 64

/** Hold the deployed cage, its code and what it allows against the configuration of the agent. */
export const TOOL_DEF = defineReadTool({
  name: 'bootstrap_verify_deployment',
  description: 'Hold code and policy of the deployed PolicyCage against the configuration of the agent.',
  category: 'bootstrap',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['policy', 'lists'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'bootstrap_verify_deployment holds keys, limits, assets, targets, readers and code of the deployed PolicyCage against the configuration and names every difference.',
  promptGuidelines: ['Local limits may be narrower than those of the cage, never wider.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      codeHash: Type.Optional(
        Type.Unsafe<`0x${string}`>({
          ...HashSchema,
          description: 'keccak256 of the code that the cage should have, as it was reviewed',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    cage: AddressSchema,
    cageCodeHash: HashSchema,
    blockNumber: Type.String(),
    isAsConfigured: Type.Boolean(),
    /** How many things were held against each other. */
    checked: Type.Integer(),
    totalDifferences: Type.Integer(),
    differences: Type.Array(
      Type.Object({ subject: Type.String(), expected: Type.String(), found: Type.String() }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(params, ctx) {
    ctx.step('policy')
    const { account } = ctx
    const configured = ctx.safety.configured()
    const cage = await readCagePolicy(ctx)
    ctx.step('lists')
    const questions = listQuestions(account, configured)
    const readers = listReaderViews(account, configured)
    const { views, codeHashes } = await ctx.chain.readState({
      ...NO_STATE,
      codeHashes: [account, ...configured.targets.map(({ address }) => address)],
      views: [...questions.map(({ view }) => view), ...readers],
    })
    const [cageCodeHash = ZERO, ...targetHashes] = codeHashes
    const differences = [
      ...(params.codeHash === undefined || params.codeHash.toLowerCase() === cageCodeHash
        ? []
        : [{ subject: 'code of the cage', expected: params.codeHash, found: cageCodeHash }]),
      ...comparePolicy(cage, configured, ctx.operator),
      ...compareAnswers(questions, views),
      ...compareReaders(configured, views.slice(questions.length)),
      ...compareCode(configured, targetHashes),
    ]
    return {
      cage: account,
      cageCodeHash,
      blockNumber: cage.blockNumber.toString(),
      isAsConfigured: differences.length === 0,
      checked:
        KEYS_AND_LIMITS +
        2 * configured.assets.length +
        questions.length +
        configured.readers.length +
        configured.targets.filter(({ codeHash }) => codeHash !== undefined).length,
      totalDifferences: differences.length,
      differences: differences.slice(0, MOST_DIFFERENCES),
    }
  },
})

const ZERO: `0x${string}` = `0x${'0'.repeat(64)}`

/** Owner, operator, guardian, pause, spend, hot lane, least health. */
const KEYS_AND_LIMITS = 7
