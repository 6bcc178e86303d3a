import { computed, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute, useRouter } from 'vue-router'
import { client } from '../../client.ts'
import { useExports, type ExportFormat } from '../../stores/exports.ts'
import { useWorkbench } from '../../stores/workbench.ts'

/** The station table as a file. The desktop's menu asks for it in the address. */
export function useStationFiles(filtered: Readonly<Ref<boolean>>) {
  const { t } = useI18n({ useScope: 'global' })
  const route = useRoute()
  const router = useRouter()
  const workbench = useWorkbench()
  const exports_ = useExports()

  const scopes = computed(() => [
    ...(workbench.selected.size > 0 ? [{ key: 'chosen', label: t('export.whatChosen') }] : []),
    ...(filtered.value ? [{ key: 'all', label: t('export.whatAll') }] : []),
  ])
  /** @param scope the chosen ones, or all without the filter; else what the table shows */
  function exportAll(form: ExportFormat, scope = ''): void {
    const { order: sort } = workbench
    const chosen = scope === 'chosen' ? { ids: [...workbench.selected] } : workbench.filter
    const filter = scope === 'all' ? {} : chosen
    void exports_.run(() => client.exports.stations({ ...exports_.how(form), filter, sort }))
  }
  watch(
    () => route.query['export'],
    (wish) => {
      if (wish === undefined) return
      exportAll('xlsx')
      const { export: _wish, ...rest } = route.query
      void router.replace({ query: rest })
    },
    { immediate: true },
  )
  return { scopes, exportAll }
}
