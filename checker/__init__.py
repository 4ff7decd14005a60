"""The rules authority of Panda Spin: judges bids, lists plays, explains and cites."""
