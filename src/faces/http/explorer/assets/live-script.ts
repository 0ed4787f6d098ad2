/**
 * Says on an open page that its content has changed, where the server watches its content. Nothing else on the page moves, and
 * it is not loaded again until somebody wants it. A page that nobody sees holds no stream open: browsers have few.
 */
export const liveScript: string = `{
let stream = null;
let note = null;
let tag = null;
// Below what a proxy takes off the paths of this server, where this file lies too.
const events = new URL('../api/v1/events?for=page', document.currentScript.src);
const look = async () => {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer === null || answer.status >= 500) return;
  // Pages of people who have signed in have the second.
  const now = [answer.status, answer.headers.get('etag'), answer.headers.get('precept-content-tag')].join(' ');
  tag ??= now;
  if (now !== tag && note !== null && note.firstChild === null) say();
};
const say = () => {
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Show it';
  again.addEventListener('click', () => location.reload());
  note.append('What this page shows has changed. ', again);
  close();
};
const close = () => {
  stream?.close();
  stream = null;
};
const open = () => {
  if (stream !== null || document.hidden || note?.firstChild) return;
  stream = new EventSource(events);
  stream.addEventListener('hello', () => {
    if (note === null) {
      note = document.createElement('p');
      note.className = 'live';
      note.setAttribute('role', 'status');
      document.body.append(note);
    }
    look();
  });
  stream.addEventListener('changed', look);
};
document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
addEventListener('pagehide', close);
addEventListener('pageshow', open);
}
`;
