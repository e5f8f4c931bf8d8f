import { describe } from 'vitest'
import { describeContract } from './contract.ts'

describe('every backend gives the same answers', () => {
  for (const name of ['local', 'ssh', 'http'] as const) describeContract(name, 40)
})
