import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { calledBy } from '../../../../electron/contract/called.ts'
import { useTree, type TreeNode } from '../../../stores/tree.ts'

/** The stations of a report have one name together: their consumer, their provider, or all of the book. */
export function useOwnerNames() {
  const { t } = useI18n({ useScope: 'global' })
  const tree = useTree()
  const names = computed(() => {
    const found = new Map<string, string>()
    const visit = (nodes: readonly TreeNode[]): void => {
      for (const node of nodes) {
        found.set(`${node.kind}:${node.id}`, node.name)
        visit(node.children)
      }
    }
    visit(tree.roots)
    return found
  })
  const named = (kind: string, id: number) => names.value.get(`${kind}:${id}`) ?? calledBy(null, id)
  return {
    nameOf({ consumerId, providerId }: { consumerId?: number | undefined; providerId?: number | undefined }): string {
      if (consumerId !== undefined) return named('consumer', consumerId)
      return providerId === undefined ? t('consumption.everything') : named('provider', providerId)
    },
  }
}
