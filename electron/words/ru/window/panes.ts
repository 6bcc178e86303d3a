import findings from '../findings.ts'
import terms from '../terms.ts'

export default {
  quantity: findings.quantity,
  inUnit: '{name}, {unit}',
  joined: '{first} + {second}',
  fold: 'Свернуть «{pane}»',
  unfold: 'Развернуть «{pane}»',
  events: terms.events,
  foldLanes: 'Все события в одну строку',
  unfoldLanes: 'События по архивам',
  lanes: terms.eventArchives,
  options: '«{pane}»: ось, порядок, объединение',
  optionsHint:
    'Щелчок — ось, порядок и объединение; перетащите, чтобы переставить или объединить. Alt со стрелками ↑ ↓ переставляет панель.',
  resize: 'Высота «{pane}» и «{next}»',
  up: 'Выше',
  down: 'Ниже',
  mergeWith: 'Объединить с',
  separate: 'Разделить',
  axis: 'Ось',
  axisOf: 'Ось, {unit}',
  range: { seen: 'По видимому', whole: 'По всему архиву', hand: 'Вручную' },
  from: 'От',
  to: 'До',
  wrongRange: 'Конец оси должен быть выше её начала.',
  reset: 'Сбросить панели',
  values: 'Значения',
  seen: 'Мин. – макс.',
  between: '{low} – {high}',
  moreMessages: 'и ещё {n} сообщение | и ещё {n} сообщения | и ещё {n} сообщений',
}
