"""What a page costs that nobody plays with."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, CDPSession
from tests.bench.browser import READY, Exports
from tests.bench.row import Bar, Counts, Written, row


class Tab:
    """A tab beside others of one window, which Playwright, whose tabs all show, does not know.

    Parameters
    ----------
    browser
        The browser's own session.
    address
        What it opens.
    """

    def __init__(self, browser: CDPSession, address: str) -> None:
        self._browser = browser
        self._answers: dict[int, dict[str, Any]] = {}
        self._asked = 0
        self.target: str = browser.send("Target.createTarget", {"url": address})["targetId"]
        attached = {"targetId": self.target, "flatten": False}
        self._session: str = browser.send("Target.attachToTarget", attached)["sessionId"]
        browser.on("Target.receivedMessageFromTarget", self._hear)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        self._asked += 1
        message = json.dumps({"id": self._asked, "method": method, "params": params})
        sent = {"sessionId": self._session, "message": message}
        self._browser.send("Target.sendMessageToTarget", sent)
        while self._asked not in self._answers:
            # What has arrived is heard while another answer is waited for.
            self._browser.send("Browser.getVersion")
        return self._answers.pop(self._asked)

    def value(self, expression: str) -> Any:
        """What an expression is in the page, or the promise that it is."""
        options = {"awaitPromise": True, "returnByValue": True}
        answer = self.send("Runtime.evaluate", expression=expression, **options)
        return answer.get("result", {}).get("result", {}).get("value")

    def wait(self, expression: str) -> None:
        """Wait until it is true."""
        while not self.value(expression):
            pass

    def show(self) -> None:
        """Bring it before the others."""
        self._browser.send("Target.activateTarget", {"targetId": self.target})

    def close(self) -> None:
        """Close it."""
        self._browser.send("Target.closeTarget", {"targetId": self.target})

    def _hear(self, event: dict[str, Any]) -> None:
        if event["sessionId"] == self._session:
            answer = json.loads(event["message"])
            if "id" in answer:
                self._answers[answer["id"]] = answer


def idles(browser: Browser, exports: Exports, counts: Counts) -> list[Written]:
    """Milliseconds of script, and of all tasks, in a second of doing nothing."""
    session = browser.new_browser_cdp_session()
    seen: dict[str, list[tuple[float, float]]] = {"idle": [], "hidden": []}
    for _ in range(counts.races):
        page = Tab(session, exports.specviz.as_uri())
        page.wait(READY)
        page.value("specviz.replay()")
        other = Tab(session, "about:blank")
        other.show()
        page.wait("document.visibilityState === 'hidden'")
        seen["hidden"].append(spent(page, counts.idle))
        page.show()
        page.wait("document.visibilityState === 'visible'")
        page.value("specviz.pause()")
        seen["idle"].append(spent(page, counts.idle))
        page.close()
        other.close()
    bar = Bar(1.0, relative=False, words="< 1")
    names = {"idle": "an idle page", "hidden": "a hidden page with a race on"}
    return [
        line
        for state, name in names.items()
        for line in (
            row(f"script of {name}", "ms/s", [script for script, _ in seen[state]], bar=bar),
            row(f"all tasks of {name}", "ms/s", [task for _, task in seen[state]]),
        )
    ]


def spent(page: Tab, seconds: float) -> tuple[float, float]:
    """Milliseconds of script and of all tasks, a second."""
    page.send("Performance.enable", timeDomain="threadTicks")
    before = metrics(page)
    page.value(f"new Promise((over) => setTimeout(over, {1000 * seconds}))")
    after = metrics(page)
    lasted = after["Timestamp"] - before["Timestamp"]
    script, task = (
        1000 * (after[name] - before[name]) / lasted for name in ("ScriptDuration", "TaskDuration")
    )
    return script, task


def metrics(page: Tab) -> dict[str, float]:
    """The browser's own counters, in seconds."""
    answer = page.send("Performance.getMetrics")
    return {each["name"]: each["value"] for each in answer["result"]["metrics"]}
