/**
 * Adds the delivery of an alert to the target that the form's notifications name, if it is active: so a disabled one
 * gets no alert about itself. `$1`: the form, `$2`: the alert as JSON text, `$3`: the id of the event. The sweeper of the
 * workers finds the delivery.
 */
export const queueAlertSql = `
insert into deliveries (target_id, event_id, type, submission_id, occurred_at, due_at, alert)
select targets.id, $3::uuid, 'form.alert', $3::uuid, now(), now(), $2::json
from notifications join targets on targets.id = notifications.alerts_target_id
where notifications.form_id = $1::uuid and targets.form_id = notifications.form_id and targets.state = 'active'`;
