import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Silent',
    definition:
      "The last session is older than the station's own rhythm allows (the median distance of its sessions in the 60 days before), or a session that was announced has not come. Retries within ten minutes count as one session. Its m³ are those of the hole behind the last record, priced as every hole is.",
    needs: 'At least six sessions, or a last session that announces the next one.',
  },
  ru: {
    name: 'Нет связи',
    definition:
      'С последнего сеанса прошло больше, чем допускает собственный ритм узла (медиана промежутков между сеансами за 60 предыдущих суток), либо назначенный сеанс не состоялся. Повторы в пределах десяти минут считаются одним сеансом. Объём — за пропуск после последней записи, как и у любого пропуска.',
    needs: 'Не менее шести сеансов или последний сеанс, в котором назначен следующий.',
  },
}
