import { expect, test } from 'vitest'
import type { Folder, Tree, TreeNode } from './tree.ts'
import { createTreeFileOps } from './tree-file-ops.ts'

const nodeOf = (id: string): TreeNode => ({ kind: 'folder', sizeBytes: 0, mode: 0o755, id })

/** A folder of which nothing can be done but what is given. */
const folderOf = (id: string, able: Partial<Folder>): Folder =>
  ({ node: nodeOf(id), close: async () => undefined, ...able }) as Folder

test('error: PATH_PROTECTED for a folder that was exchanged between the look and the opening', async () => {
  const closed: string[] = []
  const secret = folderOf('secret', {
    list: async () => [{ name: 'keystore.json', kind: 'file' }],
    close: async () => void closed.push('secret'),
  })
  const root = folderOf('root', { look: async () => nodeOf('innocent'), enter: async () => secret })
  const tree: Tree = { path: '/root', givenPath: '/root', open: async () => root, close: () => undefined }
  const { readDir } = createTreeFileOps([tree], ({ id }) => id === 'secret')
  await expect(readDir('sub')).rejects.toMatchObject({ code: 'PATH_PROTECTED' })
  expect(closed).toEqual(['secret'])
})
