import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Read the folders of the map in AGENTS.md, as paths. */
function readMap(): readonly string[] {
  const [, map = ''] =
    /## Map\n\n```\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8')) ?? []
  const above: string[] = []
  return map.split('\n').flatMap((line) => {
    const [, indent, name] = /^( *)([\w-]+)\/ /.exec(line) ?? []
    if (indent === undefined || name === undefined) return []
    above.splice(indent.length / 2, Number.POSITIVE_INFINITY, name)
    return [above.join('/')]
  })
}

test.each([
  'tools',
  'tools/safety',
  'harness',
  'test',
])('default: the map of AGENTS.md shows every folder of %s/', (folder) => {
  const folders = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
  const shown = readMap()
  expect(folders.filter((path) => !shown.includes(path))).toEqual([])
})

test('default: every folder of the map exists', () => {
  expect(readMap().filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
