// On the wallet's page in a window of its own: as much room as the vendor's popup has, whatever the
// window's frame takes.
const room = { width: 360, height: 592 };

async function makeRoom(): Promise<void> {
  const { id, type } = await chrome.windows.getCurrent();
  if (type !== 'popup') return;
  await chrome.windows.update(id, {
    width: room.width + window.outerWidth - window.innerWidth,
    height: room.height + window.outerHeight - window.innerHeight,
  });
}

window.addEventListener('load', () => void makeRoom());
