import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readChangedFiles, readCodeState, readDifference } from './read-git.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-git-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const gitIn = (folder: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...words], {
    cwd: join(root, folder),
    stdio: 'pipe',
  })
const git = (...words: string[]) => gitIn('.', ...words)

function write(file: string, text = `${file}\n`.repeat(9)): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** Make a repository that knows these files and all that is there. */
function commit(files: readonly string[], folder = '.'): void {
  for (const file of files) write(join(folder, file))
  gitIn(folder, 'init', '--quiet')
  gitIn(folder, 'add', '.')
  gitIn(folder, 'commit', '--quiet', '--message', 'start')
}

const read = (asked: readonly string[], folder = '.') => readChangedFiles('HEAD', asked, join(root, folder))

test('default: what differs, what is new, and nothing else', async () => {
  commit(['tools/a.ts', 'tools/b.ts', 'scenarios/a.yaml'])
  write('tools/b.ts', 'b')
  write('scenarios/ b ü.yaml')
  const asked = ['tools/a.ts', 'tools/b.ts', 'scenarios/a.yaml', 'scenarios/ b ü.yaml']
  expect(await read(asked)).toMatchObject({ changed: ['tools/b.ts', 'scenarios/ b ü.yaml'], untold: [] })
})

test('behavior: a file that moved changed in both places', async () => {
  commit(['tools/contracts/Limits.sol'])
  mkdirSync(join(root, 'test'))
  git('mv', 'tools/contracts/Limits.sol', 'test/')
  expect((await read([])).changed).toEqual(['test/Limits.sol', 'tools/contracts/Limits.sol'])
  renameSync(join(root, 'test/Limits.sol'), join(root, 'test/Other.sol'))
  expect((await read([])).changed).toContain('tools/contracts/Limits.sol')
})

test('behavior: of what is ignored or elsewhere git cannot tell', async () => {
  write('.gitignore', 'node_modules\n')
  commit(['a.yaml'])
  const own = ['scenarios/a.yaml', 'tools/a.ts']
  for (const file of own) write(join('node_modules/assay', file))
  const asked = [...own, '../../a.yaml']
  expect(await read(asked, 'node_modules/assay')).toMatchObject({ changed: [], untold: asked })
})

test('behavior: of links, and of files that git was told to leave alone, it cannot tell', async () => {
  write('elsewhere/a.yaml')
  const files = ['scenarios/b.yaml', 'scenarios/c.yaml', 'scenarios/d.yaml']
  mkdirSync(join(root, 'scenarios'))
  symlinkSync('../elsewhere/a.yaml', join(root, 'scenarios/a.yaml'))
  commit(files)
  git('update-index', '--assume-unchanged', 'scenarios/b.yaml')
  git('update-index', '--skip-worktree', 'scenarios/c.yaml')
  for (const file of files) write(file, 'other')
  expect(await read(['scenarios/a.yaml', ...files])).toMatchObject({
    changed: ['scenarios/d.yaml'],
    untold: ['scenarios/a.yaml', 'scenarios/b.yaml', 'scenarios/c.yaml'],
  })
})

test('behavior: of what lies in another repository it cannot tell, whether it knows that one or not', async () => {
  const file = 'scenarios/team/a.yaml'
  commit(['a.yaml'], 'scenarios/team')
  commit(['b.yaml'], 'scenarios/known')
  write('.gitignore', 'team\n')
  commit([])
  write('scenarios/known/b.yaml', 'other')
  const known = await read([file, 'scenarios/known/b.yaml'])
  expect(known).toMatchObject({ changed: ['scenarios/known'], untold: [file, 'scenarios/known/b.yaml'] })
  write('.gitignore', '')
  expect(await read([file])).toMatchObject({
    changed: ['.gitignore', 'scenarios/known', 'scenarios/team/'],
    untold: [file],
  })
})

test('error: BAD_USAGE where git fails, with its own words', async () => {
  commit(['a.yaml'])
  write('.git/index', 'x')
  await expect(read([])).rejects.toEqual(
    expect.objectContaining({
      code: 'BAD_USAGE',
      details: {
        where: '--changed=HEAD',
        expected: 'a list of files',
        found: expect.stringMatching(/^git (?:diff|ls-files): .*index file smaller than expected/),
        hint: 'mend the repository, or leave --changed out',
      },
    }),
  )
})

const refused = (found: unknown, hint: unknown = expect.any(String)) =>
  expect.objectContaining({ code: 'BAD_USAGE', details: expect.objectContaining({ found, hint }) })

test('error: BAD_USAGE where git reads no checkout, with its own words', async () => {
  const outside = refused(expect.stringMatching(/^git rev-parse: fatal: not a git repository/))
  await expect(read([])).rejects.toEqual(outside)
})

test('error: BAD_USAGE for what is no commit, or none that is here', async () => {
  commit(['a.yaml'])
  write('a.yaml', 'a')
  git('commit', '--quiet', '--all', '--message', 'more')
  git('clone', '--quiet', '--depth', '1', `file://${root}`, 'shallow')
  const readFrom = (ref: string, folder = '.') => readChangedFiles(ref, [], join(root, folder))
  await expect(readFrom('HEAD~2')).rejects.toEqual(refused('no such commit'))
  await expect(readFrom('HEAD~1', 'shallow')).rejects.toEqual(
    refused('no such commit in this shallow clone', expect.stringContaining('fetch')),
  )
  await expect(readFrom(join(root, 'a.yaml'))).rejects.toEqual(
    refused('the path of a file or folder', expect.stringContaining('in front of --changed')),
  )
})

test('behavior: while a merge goes on, what differs and what is in conflict may have changed', async () => {
  commit(['a.yaml', 'b.yaml', 'c.yaml', 'same.yaml'])
  git('checkout', '--quiet', '-b', 'other')
  for (const file of ['a.yaml', 'b.yaml']) write(file, 'theirs')
  git('rm', '--quiet', 'c.yaml')
  git('commit', '--quiet', '--all', '--message', 'theirs')
  git('checkout', '--quiet', '-')
  for (const file of ['a.yaml', 'c.yaml']) write(file, 'ours')
  git('commit', '--quiet', '--all', '--message', 'ours')
  expect(() => git('merge', 'other')).toThrow('Command failed')
  const { changed, untold } = await read(['a.yaml', 'b.yaml', 'c.yaml', 'same.yaml'])
  expect([...changed, ...untold].sort()).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
})

test('behavior: in what a commit differs from earlier code, of which some was in no commit', async () => {
  commit(['tools/a.ts', 'tools/b.ts', 'tools/c.ts'])
  write('tools/b.ts', 'b')
  const code = await readCodeState(['tools/a.ts', 'tools/b.ts'], root)
  expect(code?.besides).toEqual(['tools/b.ts'])
  git('checkout', '--', '.')
  write('tools/c.ts', 'c')
  git('commit', '--quiet', '--all', '--message', 'more')
  if (code === undefined) throw new TypeError('no code')
  expect(await readDifference(code, 'HEAD', root)).toEqual(['tools/c.ts', 'tools/b.ts'])
  expect(await readDifference({ ...code, commit: '0'.repeat(40) }, 'HEAD', root)).toBeUndefined()
  expect(await readCodeState([], join(root, '..'))).toBeUndefined()
})
