import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Import, listFolderCircles } from './folder-circles.ts'

const ROOT = join(import.meta.dirname, '../..')

/** List what the files below a folder of a project import of it, for their types alone perhaps. */
function readImports(project: string, folder: string): readonly Import[] {
  const bin = join(ROOT, 'node_modules/.bin/depcruise')
  const args = [
    '--config',
    '.dependency-cruiser.cjs',
    '--include-only',
    `^${folder}/`,
    '--output-type',
    'json',
  ]
  const { stdout } = spawnSync(bin, [...args, folder], { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const { modules } = JSON.parse(stdout) as {
    readonly modules: readonly {
      readonly source: string
      readonly dependencies: readonly { readonly resolved: string }[]
    }[]
  }
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  )
}

test.each(['tools', 'harness', 'reports'])('default: no two folders of %s/ need each other', (folder) => {
  const imports = readImports(ROOT, folder)
  expect(imports.length).toBeGreaterThan(10)
  expect(listFolderCircles(imports), 'move what both need below them, or into the one it is about').toEqual(
    [],
  )
})

test.each([
  'import',
  'import type',
])('behavior: a circle of two folders by %s is found in a project', (keyword) => {
  const project = mkdtempSync(join(tmpdir(), 'assay-circles-'))
  try {
    for (const file of ['node_modules', '.dependency-cruiser.cjs', 'tsconfig.json']) {
      symlinkSync(join(ROOT, file), join(project, file))
    }
    const files = {
      'tools/a/one.ts': `${keyword} { Two } from '../b/two.ts'\nexport type One = Two\n`,
      'tools/b/two.ts': 'export type Two = 1\n',
      'tools/b/three.ts': `${keyword} { Four } from '../a/four.ts'\nexport type Three = Four\n`,
      'tools/a/four.ts': 'export type Four = 1\n',
    }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, file)), { recursive: true })
      writeFileSync(join(project, file), text)
    }
    expect(listFolderCircles(readImports(project, 'tools'))).toEqual([
      'tools/a needs tools/b: tools/a/one.ts imports tools/b/two.ts',
      'tools/b needs tools/a: tools/b/three.ts imports tools/a/four.ts',
    ])
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

const edge = (from: string, to: string): Import => ({ from, to })

test.each([
  ['three', [edge('h/a/1.ts', 'h/b/1.ts'), edge('h/b/1.ts', 'h/c/1.ts'), edge('h/c/1.ts', 'h/a/2.ts')], 3],
  ['folders below folders', [edge('h/a/x/1.ts', 'h/b/1.ts'), edge('h/b/y/1.ts', 'h/a/z/1.ts')], 2],
  ['siblings deep down', [edge('h/a/x/1.ts', 'h/a/y/1.ts'), edge('h/a/y/1.ts', 'h/a/x/2.ts')], 2],
])('behavior: a circle of %s is found', (_, imports, count) => {
  expect(listFolderCircles([edge('h/a/0.ts', 'h/d/1.ts'), ...imports])).toHaveLength(count)
})

test.each([
  ['one way', [edge('h/a/1.ts', 'h/b/1.ts'), edge('h/b/1.ts', 'h/c/1.ts')]],
  ['within a folder', [edge('h/a/1.ts', 'h/a/2.ts'), edge('h/a/2.ts', 'h/a/1.ts')]],
  ['a folder and what gathers it', [edge('h/a/index.ts', 'h/a/x/1.ts'), edge('h/a/x/1.ts', 'h/a/kind.ts')]],
])('behavior: %s is no circle', (_, imports) => expect(listFolderCircles(imports)).toEqual([]))
