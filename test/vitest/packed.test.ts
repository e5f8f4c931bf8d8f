import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { EXAMPLE, LIMIT_MS, NODE_MODULES, openPackage, run } from './packages.ts'

/** Put what npm packs where npm installs it, with the packages of this one beside it. */
function installPacked(place: string): void {
  const folder = join(place, '../..')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PROJECT_ROOT })
  mkdirSync(place)
  const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['xzf', ...packed, '--strip-components=1', '-C', place], { cwd: folder })
  for (const name of readdirSync(NODE_MODULES))
    if (name !== 'vitest') symlinkSync(join(NODE_MODULES, name), join(dirname(place), name))
}

const SETTINGS = { strict: true, module: 'nodenext', target: 'es2024', types: ['node'], noEmit: true }

test(
  'behavior: the types of what is packed are whole, under settings of whoever imports them',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const project = openPackage(installPacked)
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: SETTINGS, include: ['*.test.ts'] }),
    )
    writeFileSync(join(project, 'permit.test.ts'), EXAMPLE)
    writeFileSync(join(project, 'wrong.test.ts'), EXAMPLE.replace("layer: 'permit'", "layer: 'permitt'"))
    const { said } = await run(project, [
      join(NODE_MODULES, 'typescript/bin/tsc'),
      '-p',
      '.',
      '--pretty',
      'false',
    ])
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^wrong\.test\.ts\(\d+,\d+\): error TS2820: .*"permit"/),
    ])
  },
)
