// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Probe} from "../../tools/contracts/Probe.sol";
import {PriceFeed} from "../../harness/world/contracts/PriceFeed.sol";
import {MockToken} from "./mocks/Mocks.sol";

/// @notice Answers nothing useful, as expensively as it can.
contract HostileToken {
    fallback() external {
        while (true) {}
    }
}

/// @notice Returns a megabyte.
contract FloodingToken {
    fallback() external {
        assembly {
            return(0, 30000)
        }
    }
}

/// @notice Answers a byte less than a number has.
contract ShortToken {
    fallback() external {
        assembly {
            mstore(0, not(0))
            return(0, 31)
        }
    }
}

/// @notice Answers as many bytes as it is asked for.
contract Answering {
    function answer(uint256 length) external pure {
        assembly {
            mstore(0, 7)
            return(0, length)
        }
    }
}

/// @notice Counts how often it was asked, and asks itself as deeply and for as much gas as it is told to.
contract Costly {
    uint256 public asked;

    function answer(uint256 gasNeeded, uint256 depth) external returns (uint256) {
        if (depth > 0) return this.answer(gasNeeded, depth - 1) + 1;
        asked += 1;
        uint256 left = gasleft();
        while (left - gasleft() < gasNeeded) {}
        return asked;
    }
}

/// @notice The lens reads what it is asked for, and survives what it finds.
contract ProbeTest is Test {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    function test_I10_I18_read() public {
        vm.warp(1_800_000_000);
        vm.fee(7);
        Probe probe = new Probe();
        MockToken token = new MockToken("T", 6);
        token.mint(address(this), 5);
        token.approve(address(probe), 9);
        vm.deal(address(this), 3);
        MockToken broken = new MockToken("B", 6);
        broken.setBroken(true);

        Probe.BalanceQuery[] memory balances = new Probe.BalanceQuery[](6);
        balances[0] = Probe.BalanceQuery(address(token), address(this));
        balances[1] = Probe.BalanceQuery(NATIVE, address(this));
        balances[2] = Probe.BalanceQuery(address(broken), address(this));
        balances[3] = Probe.BalanceQuery(address(new HostileToken()), address(this));
        balances[4] = Probe.BalanceQuery(address(new FloodingToken()), address(this));
        balances[5] = Probe.BalanceQuery(address(1234), address(this));
        address[] memory parties = new address[](5);
        parties[0] = address(token);
        parties[1] = address(this);
        parties[2] = address(probe);
        parties[3] = address(1234);
        parties[4] = address(5);
        token.approve(address(5), 11);
        // Granted; of what is no token; nothing; granted to another.
        bytes memory allowances = hex"000000010002000300010002000000020001000000010004";
        address[] memory accounts = new address[](2);
        accounts[0] = address(token);
        accounts[1] = address(1234);
        address[] memory feeds = new address[](2);
        feeds[0] = address(new PriceFeed(8, "T / USD", -5));
        feeds[1] = address(token);

        address[] memory tokens = new address[](2);
        tokens[0] = address(token);
        tokens[1] = address(1234);

        Probe.Reading memory r =
            probe.read(balances, parties, allowances, accounts, feeds, tokens, new Probe.ViewQuery[](0));
        assertTrue(r.balances[0].ok && r.balances[0].value == 5);
        assertTrue(r.balances[1].ok && r.balances[1].value == 3);
        assertFalse(r.balances[2].ok);
        assertFalse(r.balances[3].ok);
        assertTrue(r.balances[4].ok); // it answered, with zeros
        assertFalse(r.balances[5].ok);
        assertEq(r.allowances, hex"02000102");
        assertTrue(r.allowed.length == 2 && r.allowed[0] == 9 && r.allowed[1] == 11);
        assertEq(r.codeHashes[0], address(token).codehash);
        assertEq(r.codeHashes[1], bytes32(0));
        assertTrue(r.feeds[0].ok && r.feeds[0].answer == -5 && r.feeds[0].decimals == 8);
        assertEq(r.feeds[0].updatedAt, block.timestamp);
        assertFalse(r.feeds[1].ok);
        assertTrue(r.decimals[0].ok && r.decimals[0].value == 6);
        assertFalse(r.decimals[1].ok);
        assertEq(r.timestamp, block.timestamp);
        assertEq(r.blockNumber, block.number);
        assertEq(r.chainId, block.chainid);
        assertEq(r.baseFee, 7);
    }

    function test_I7_allowances() public {
        Probe probe = new Probe();
        MockToken token = new MockToken("T", 6);
        token.approve(address(5), type(uint256).max);
        address[] memory parties = new address[](7);
        parties[0] = address(token);
        parties[1] = address(this);
        parties[2] = address(5);
        parties[3] = address(probe); // it reverts
        parties[4] = address(new HostileToken());
        parties[5] = address(new FloodingToken());
        parties[6] = address(new ShortToken());
        // What the token before it has granted is not what one grants that does not answer.
        bytes memory queries;
        for (uint16 i = 3; i < 7; ++i) {
            queries = abi.encodePacked(queries, hex"000000010002", i, hex"00010002");
        }

        Probe.Reading memory r = _readAllowances(probe, parties, queries);
        assertEq(r.allowances, hex"0200020002010200");
        assertEq(r.allowed.length, 4);
        for (uint256 i; i < 4; ++i) {
            assertEq(r.allowed[i], type(uint256).max);
        }
        for (uint256 at = 1; at < 6; at += 2) {
            queries = hex"000000010002";
            queries[at] = 0x07;
            vm.expectRevert();
            this.readAllowances(probe, parties, queries);
        }
    }

    /// @notice A call, so that it can be expected to revert.
    function readAllowances(Probe probe, address[] calldata parties, bytes calldata queries) external view {
        _readAllowances(probe, parties, queries);
    }

    function _readAllowances(Probe probe, address[] memory parties, bytes memory queries)
        private
        view
        returns (Probe.Reading memory)
    {
        return probe.read(
            new Probe.BalanceQuery[](0),
            parties,
            queries,
            new address[](0),
            new address[](0),
            new address[](0),
            new Probe.ViewQuery[](0)
        );
    }

    function test_ask() public {
        Probe probe = new Probe();
        Costly costly = new Costly();
        address endless = address(new HostileToken());
        Probe.ViewQuery[] memory asked = new Probe.ViewQuery[](8);
        // More than its part, four calls deep: it has what the others leave.
        asked[0] = Probe.ViewQuery(address(costly), abi.encodeCall(Costly.answer, (6_000_000, 4)));
        asked[1] = Probe.ViewQuery(endless, "");
        asked[2] = Probe.ViewQuery(address(costly), abi.encodeCall(Costly.answer, (1_000, 0)));
        asked[3] = Probe.ViewQuery(address(1234), "");
        asked[4] = Probe.ViewQuery(address(new FloodingToken()), "");
        asked[5] = Probe.ViewQuery(address(new FloodingToken()), "");
        asked[6] = Probe.ViewQuery(address(costly), "");
        asked[7] = Probe.ViewQuery(address(costly), abi.encodeCall(costly.asked, ()));
        Probe.Answer[] memory answers = probe.ask{gas: 40_000_000}(asked);
        // What one writes the next sees.
        assertEq(answers[0].data, abi.encode(2 + 4));
        assertEq(answers[2].data, abi.encode(1));
        assertEq(answers[7].data, abi.encode(1));
        assertEq(answers[4].data.length, 30_000);
        for (uint256 i = 1; i < 7; ++i) {
            bool answersSomething = i == 2 || i == 4 || i == 5;
            assertEq(answers[i].ok, answersSomething);
            if (!answersSomething) assertEq(answers[i].data.length, 0);
        }
        assertEq(probe.ask(new Probe.ViewQuery[](0)).length, 0);
    }

    function test_I64_views() public {
        Probe probe = new Probe();
        address answering = address(new Answering());
        MockToken broken = new MockToken("B", 6);
        broken.setBroken(true);
        Probe.ViewQuery[] memory views = new Probe.ViewQuery[](7);
        views[0] = Probe.ViewQuery(address(new HostileToken()), "");
        views[1] = Probe.ViewQuery(address(new HostileToken()), "");
        views[2] = Probe.ViewQuery(address(broken), abi.encodeCall(broken.balanceOf, (address(this))));
        views[3] = Probe.ViewQuery(address(1234), "");
        views[4] = Probe.ViewQuery(answering, abi.encodeCall(Answering.answer, (33)));
        views[5] = Probe.ViewQuery(answering, abi.encodeCall(Answering.answer, (65_536)));
        views[6] = Probe.ViewQuery(answering, abi.encodeCall(Answering.answer, (65_537)));

        Probe.Reading memory r = probe.read{gas: 30_000_000}(
            new Probe.BalanceQuery[](0),
            new address[](0),
            "",
            new address[](0),
            new address[](0),
            new address[](0),
            views
        );
        for (uint256 i; i < 4; ++i) {
            assertFalse(r.views[i].ok);
            assertEq(r.views[i].data.length, 0);
        }
        assertTrue(r.views[4].ok);
        assertEq(r.views[4].data, abi.encodePacked(uint256(7), bytes1(0)));
        assertTrue(r.views[5].ok && r.views[5].data.length == 65_536);
        assertFalse(r.views[6].ok);
    }
}

/// @notice The model feed keeps its rounds.
contract PriceFeedTest is Test {
    function test_rounds() public {
        vm.warp(1_800_000_000);
        PriceFeed feed = new PriceFeed(8, "ETH / USD", 2_000e8);
        feed.setAnswer(-1, 42);
        (uint80 id, int256 answer,, uint256 updatedAt, uint80 answeredIn) = feed.latestRoundData();
        assertTrue(id == 2 && answer == -1 && updatedAt == 42 && answeredIn == 2);
        (id, answer,, updatedAt,) = feed.getRoundData(1);
        assertTrue(id == 1 && answer == 2_000e8 && updatedAt == 1_800_000_000);
        vm.expectRevert(abi.encodeWithSelector(PriceFeed.NoDataPresent.selector, uint80(3)));
        feed.getRoundData(3);
        assertEq(feed.description(), "ETH / USD");
        assertEq(feed.version(), 4);
    }
}
