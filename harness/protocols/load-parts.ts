import { TESTBEDS } from './generated/testbeds.ts'
import type { Testbed } from './testbed.ts'

/** Parts of a testbed that are loaded on demand. */
interface Parts {
  readonly model: NonNullable<Testbed['model']>
  readonly draw: NonNullable<Testbed['draw']>
  readonly attack: NonNullable<Testbed['attack']>
  readonly submissions: NonNullable<Testbed['submissions']>
}

/** Load one part of every testbed that has it, with the id of its protocol. */
export async function loadParts<Name extends keyof Parts>(
  name: Name,
): Promise<readonly (readonly [string, Awaited<ReturnType<Parts[Name]>>])[]> {
  type Part = Awaited<ReturnType<Parts[Name]>>
  const loaded = Object.entries(TESTBEDS).map(async ([id, testbed]) => {
    const part = (await testbed[name]?.()) as Part | undefined
    return part === undefined ? [] : [[id, part] as const]
  })
  return (await Promise.all(loaded)).flat()
}
